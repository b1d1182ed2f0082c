import { formatNumber } from '@copup/shared/coins.ts';
import type { ReactNode } from 'react';
import { Avatar } from './art/avatar.tsx';
import { classNames } from './class-names.ts';

export type BidRow =
  | { kind: 'bid'; seq: number; name: string; amount: number; age: string; isOwn: boolean }
  /** Bids that this client did not receive. */
  | { kind: 'gap'; belowSeq: number; count: number };

interface BidListProps {
  rows: readonly BidRow[];
  /** The user's own last bid, if known. */
  ownAmount: number | null;
  /** Whether the user has bid: the newest amount is then green for the own bid, and red for another's. */
  hasBid?: boolean;
  /** Beside the heading. */
  note?: string | undefined;
  /** In the last seconds: the bids alone, on phones the newest three. */
  isShort?: boolean;
  /** At the end of the heading. */
  children?: ReactNode;
}

/** The latest bids, newest first. Not announced to screen readers, because the price is. */
export function BidList({ rows, ownAmount, hasBid = false, isShort = false, note, children }: BidListProps) {
  return (
    <section>
      <div className={isShort ? 'sr-only' : 'flex min-h-8 items-center justify-between gap-3'}>
        <h2 className="text-ctl">
          Bids
          {note ? <span className="ml-2 font-sans text-xs font-normal text-ink-3">{note}</span> : null}
        </h2>
        <span className="flex items-center text-xs text-ink-3">
          {ownAmount === null ? null : `Your last: ${formatNumber(ownAmount)}`}
          {isShort ? null : children}
        </span>
      </div>
      {rows.length === 0 ? <p className="py-2 text-sm text-ink-2">No bids yet.</p> : null}
      {/* Rows keep their positions and change their content, so that frequent bids move no elements. */}
      <ol className={classNames('divide-y divide-line', isShort && 'max-lg:*:nth-[n+4]:hidden')}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its position
          <li key={at} data-newest-bid={at === 0 || undefined} className="min-h-9.5">
            {row.kind === 'gap' ? (
              <p className="grid min-h-9.5 place-items-center text-xs text-ink-3">
                {formatNumber(row.count)} more
              </p>
            ) : (
              <BidLine
                key={at === 0 ? row.seq : undefined}
                {...row}
                isNew={at === 0}
                tone={at === 0 && hasBid ? (row.isOwn ? 'text-ok' : 'text-live-text') : ''}
              />
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface BidLineProps extends Extract<BidRow, { kind: 'bid' }> {
  isNew: boolean;
  /** Class name of the amount's colour. */
  tone: string;
}

/** One bid; only the newest is animated. */
function BidLine({ name, amount, age, isOwn, isNew, tone }: BidLineProps) {
  return (
    <div
      className={classNames(
        'grid min-h-9.5 grid-cols-[28px_minmax(0,1fr)_auto_min(3rem,15vw)] items-center gap-2.5',
        isNew && 'animate-enter',
      )}
    >
      <Avatar name={name} size={28} />
      {isOwn ? <span className="font-bold text-brand">You</span> : <span className="truncate">{name}</span>}
      {/* A new key for each value: right-aligned text starts at another position. */}
      <span key={amount} className={classNames('font-semibold', tone)}>
        {formatNumber(amount)}
      </span>
      <span key={age} className="text-right text-xs text-ink-3">
        {age}
      </span>
    </div>
  );
}
