import type { BidsReply } from '@copup/shared/auctions.ts';
import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import { useMutation } from '@tanstack/react-query';
import { Lock, RotateCcw, ShieldCheck, Timer } from 'lucide-react';
import { memo, type ReactNode, useRef } from 'react';
import { messageOf } from '../../../lib/api-error.ts';
import { call } from '../../../lib/calls.ts';
import { formatClock, formatMoment, formatTime } from '../../../lib/format-time.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import type { LiveAuction } from '../live-auction.ts';
import type { ChainVerdict } from '../verify-chain.ts';

interface InfoSheetProps {
  auctionId: number;
  state: LiveAuction;
  isOver: boolean;
  nowMs: number;
  heads: ReadonlyMap<number, string>;
  /** Whether to read the bids as a visitor, without an account. */
  isVisitor?: boolean;
  onClose: () => void;
}

/** Behind the info icon: the end, the latest end, what comes back, and the check of the bids. */
export function InfoSheet(props: InfoSheetProps) {
  const { auctionId, state, isOver, nowMs, heads, isVisitor = false, onClose } = props;
  const { endDate, hardEnd } = state;
  const isToday = new Date(endDate).toDateString() === new Date(nowMs).toDateString();
  const end = isToday ? `at ${formatTime(endDate)}` : formatMoment(endDate, nowMs);
  return (
    <Modal title="About this auction" onClose={onClose}>
      <ul className="divide-y divide-line">
        <Row icon={<Timer size={20} aria-hidden />} title={`${isOver ? 'Ended' : 'Ends'} ${end}`}>
          A late bid sets the clock back to 10 seconds, until {formatClock(hardEnd)} at the latest.
        </Row>
        <Row icon={<Lock size={20} aria-hidden />} title={`Latest end ${formatClock(hardEnd)}`}>
          Late bids can’t move it past this time.
        </Row>
        <Row icon={<RotateCcw size={20} aria-hidden />} title="Outbid? Your coins come back at once">
          If it isn’t sold, the entry fee comes back too.
        </Row>
        <li className="flex gap-3.5 py-3.5">
          <ShieldCheck size={20} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
          <ChainCheck {...{ auctionId, heads, isVisitor }} />
        </li>
      </ul>
    </Modal>
  );
}

function Row({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3.5 py-3.5">
      <span className="mt-0.5 shrink-0 text-ink-3">{icon}</span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-2">{children}</p>
      </div>
    </li>
  );
}

interface ChainCheckProps {
  auctionId: number;
  heads: ReadonlyMap<number, string>;
  isVisitor: boolean;
}

/** A7: recomputes the hash chain of all bids in this browser. The hash function is loaded on request. */
const ChainCheck = memo(function ChainCheck({ auctionId, heads, isVisitor }: ChainCheckProps) {
  const pages = useRef<BidsReply[]>([]);
  const checking = useMutation({
    mutationFn: async () => {
      const { verifyChain } = await import('../verify-chain.ts');
      pages.current = [];
      return verifyChain(
        auctionId,
        async (after) => {
          const page = await call(isVisitor ? 'GET /watch/:id/bids' : 'GET /auction/:id/bids', {
            params: { id: auctionId },
            query: { after, limit: 1_000 },
          });
          pages.current.push(page);
          return page;
        },
        heads,
      );
    },
  });
  const verdict = checking.data;
  return (
    <div className="min-w-0 flex-1">
      <div role={isBroken(verdict) || checking.isError ? 'alert' : 'status'}>
        <Verdict verdict={verdict} error={checking.error} purchase={pages.current.at(-1)?.purchase ?? null} />
      </div>
      {verdict?.ok && verdict.bids > 0 ? (
        <button
          type="button"
          className="-mb-3 min-h-tap text-sm font-semibold text-brand"
          onClick={() => saveFile(bidsProof(pages.current), `copup-auction-${auctionId}.json`)}
        >
          Save the proof
        </button>
      ) : verdict ? null : (
        <Button size="sm" className="mt-2.5" busy={checking.isPending} onClick={() => checking.mutate()}>
          Verify bids
        </Button>
      )}
    </div>
  );
});

const isBroken = (verdict: ChainVerdict | undefined) => verdict !== undefined && !verdict.ok;

interface VerdictProps {
  verdict: ChainVerdict | undefined;
  error: Error | null;
  /** The purchase that ended the auction without a bid (A13). */
  purchase: BidsReply['purchase'];
}

function Verdict(props: VerdictProps) {
  const [title, text, look = ''] = verdictWords(props);
  return (
    <>
      <p className={`font-semibold ${look}`}>{title}</p>
      {text ? <p className="text-sm text-ink-2">{text}</p> : null}
    </>
  );
}

function verdictWords({
  verdict,
  error,
  purchase,
}: VerdictProps): [title: string, text?: string, look?: string] {
  if (error)
    return [
      messageOf(error, 'The bids could not be verified.'),
      'Check your network and try again.',
      'text-danger',
    ];
  if (!verdict)
    return ['Check every bid on this phone', 'Each bid is sealed to the one before, so none can be changed.'];
  if (!verdict.ok)
    return [
      `Bid ${verdict.brokenSeq} doesn’t match.`,
      'Keep a copy of this page and contact support.',
      'text-danger',
    ];
  if (purchase) {
    const bought = `${purchase.username} bought the item for ${inCoins(purchase.price)}, so there is no bid to verify.`;
    return ['No bids were placed.', bought, 'text-ok'];
  }
  if (verdict.bids === 0) return ['There are no bids to verify yet.'];
  const title =
    verdict.bids === 1 ? '1 bid checks out.' : `All ${formatNumber(verdict.bids)} bids check out.`;
  return [title, 'Your phone checked every bid. Nothing was changed or removed.', 'text-ok'];
}

/** Returns the file that `scripts/verify-proof.mjs` verifies offline: all pages of an auction's bids as one. */
function bidsProof(pages: readonly BidsReply[]): Blob {
  const last = pages.at(-1);
  const proof = { kind: 'bids', ...last, bids: pages.flatMap(({ bids }) => bids) };
  return new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
}
