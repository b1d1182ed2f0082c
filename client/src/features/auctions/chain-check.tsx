import { formatNumber } from '@copup/shared/coins.ts';
import { useMutation } from '@tanstack/react-query';
import { memo } from 'react';
import { messageOf } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { listBids } from './api.ts';

/** A7: recomputes the hash chain of all bids in this browser. The hashing is loaded only when it is asked for. */
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
        <p className="text-xs text-ink-3">Each bid carries a hash over the one before it.</p>
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
              : `All ${formatNumber(verdict.bids)} bids verified.`
          }
        >
          <p className="font-mono text-xs break-all text-ink-2">{verdict.head}</p>
        </Note>
      ) : null}
      {verdict && !verdict.ok ? (
        <Note look="error" role="alert" title={`The chain breaks at bid ${verdict.brokenSeq}.`}>
          Keep a copy of this page and tell support.
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
