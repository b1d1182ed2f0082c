import { Lock, RotateCcw, ShieldCheck, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatClock, formatMoment, formatTime } from '../../../lib/format-time.ts';
import { Modal } from '../../../ui/modal.tsx';
import type { LiveAuction } from '../live-auction.ts';
import { ChainCheck } from './chain-check.tsx';

interface InfoSheetProps {
  auctionId: number;
  state: LiveAuction;
  isOver: boolean;
  nowMs: number;
  heads: ReadonlyMap<number, string>;
  onClose: () => void;
}

/** Behind the info icon: the end, the latest end, what comes back, and the check of the bids. */
export function InfoSheet({ auctionId, state, isOver, nowMs, heads, onClose }: InfoSheetProps) {
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
          <ChainCheck auctionId={auctionId} heads={heads} />
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
