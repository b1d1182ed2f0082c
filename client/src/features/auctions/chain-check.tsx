import { formatNumber } from '@copup/shared/coins.ts';
import { useMutation } from '@tanstack/react-query';
import { memo } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { listBids } from './api.ts';

/** A7: recomputes the hash chain of all bids in this browser. The hash function is loaded on request. */
export const ChainCheck = memo(function ChainCheck({
  auctionId,
  heads,
}: {
  auctionId: number;
  heads: ReadonlyMap<number, string>;
}) {
  const checking = useMutation({
    mutationFn: async () => {
      const { verifyChain } = await import('./verify-chain.ts');
      return verifyChain(auctionId, (after) => listBids(auctionId, after), heads);
    },
  });
  const verdict = checking.data;
  return (
    <section aria-label="Bid chain" className="grid gap-2.5">
      <div className="flex items-center justify-between gap-3">
        <p className="text-xs text-ink-3">Each bid is sealed to the one before, so none can be changed.</p>
        <Button
          look="line"
          size="sm"
          className="shrink-0 whitespace-nowrap"
          busy={checking.isPending}
          onClick={() => checking.mutate()}
        >
          Verify bids
        </Button>
      </div>
      {verdict?.ok ? (
        <Note
          look="ok"
          role="status"
          title={
            verdict.bids === 0
              ? 'There are no bids to verify yet.'
              : verdict.bids === 1
                ? '1 bid checks out.'
                : `All ${formatNumber(verdict.bids)} bids check out.`
          }
        />
      ) : null}
      {verdict && !verdict.ok ? (
        <Note look="error" role="alert" title={`Bid ${verdict.brokenSeq} doesn’t match.`}>
          Keep a copy of this page and contact support.
        </Note>
      ) : null}
      {checking.isError ? (
        <Note
          look="error"
          role="alert"
          title={messageOf(checking.error, 'The bids could not be verified.')}
        />
      ) : null}
    </section>
  );
});
