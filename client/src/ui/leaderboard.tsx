import { formatNumber } from '@copup/shared/coins.ts';
import { ArrowDown, ArrowUp, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { prefersStillness } from '../lib/thrift.ts';
import { Avatar } from './art/avatar.tsx';
import { classNames } from './class-names.ts';
import { ordinal } from './ordinal.ts';
import { announceEveryMs, useCoalesced } from './use-coalesced.ts';

export interface LeaderboardRow {
  id: string;
  /** From 1; rows of the same rank are tied. */
  rank: number;
  name: string;
  score: number;
  picture?: string | null;
}

interface LeaderboardProps {
  title: string;
  /** Right of the title: "48 playing". */
  aside?: ReactNode;
  /** The best players, in order. */
  rows: readonly LeaderboardRow[];
  /** The user's own row; if it is not among `rows`, it is pinned below them. */
  own?: LeaderboardRow | undefined;
  emptyText: string;
}

const batchMs = 500;

/** A leaderboard. Rank changes are shown in batches of half a second, and rows move to their new positions. */
export function Leaderboard({ title, aside, rows, own, emptyText }: LeaderboardProps) {
  const batch = useCoalesced(rows, batchMs);
  const ranks = [...batch, ...(own && !batch.some(({ id }) => id === own.id) ? [own] : [])];
  const { list, moveOf } = useRankMoves(ranks);
  const isPinned = own !== undefined && ranks.length > batch.length;
  return (
    <section aria-label={title} className="overflow-hidden rounded-lg bg-surface py-2 text-ink shadow-2">
      <div className="flex items-center justify-between gap-3 px-4.5 pt-1.5 pb-1">
        <h2 className="text-ctl">{title}</h2>
        {aside ? <span className="text-xs text-ink-3">{aside}</span> : null}
      </div>
      {ranks.length === 0 ? <p className="px-4.5 py-3 text-sm text-ink-2">{emptyText}</p> : null}
      <ol ref={list}>
        {ranks.map((row, at) => (
          <Row
            key={row.id}
            row={row}
            isOwn={row.id === own?.id}
            isTied={ranks[at - 1]?.rank === row.rank || ranks[at + 1]?.rank === row.rank}
            isBelowGap={isPinned && at === batch.length}
            move={moveOf(row.id)}
          />
        ))}
      </ol>
      {own ? <RankAnnouncer rank={own.rank} /> : null}
    </section>
  );
}

interface RowProps {
  row: LeaderboardRow;
  isOwn: boolean;
  isTied: boolean;
  /** Whether other players are between the row above and this one. */
  isBelowGap: boolean;
  /** Ranks gained in the last seconds; negative if lost. */
  move: number;
}

function Row({ row, isOwn, isTied, isBelowGap, move }: RowProps) {
  return (
    <li
      value={row.rank}
      data-row={row.id}
      className={classNames(
        'relative grid min-h-12 grid-cols-[32px_34px_minmax(0,1fr)_auto_44px] items-center gap-2.5 px-4 lg:min-h-14',
        isOwn && 'rounded-md bg-brand-soft font-semibold',
        isBelowGap && 'mt-5',
        move > 0 && 'z-1 rounded-md shadow-2',
        move > 0 && !isOwn && 'bg-surface',
      )}
    >
      {isBelowGap ? (
        <span aria-hidden="true" className="absolute inset-x-0 -top-5 text-center leading-5 text-ink-3">
          ⋯
        </span>
      ) : null}
      <span className="text-center font-bold">
        {isTied ? <span className="sr-only">tied </span> : null}
        {row.rank}
        {isTied ? <span aria-hidden="true">=</span> : null}
      </span>
      <Avatar name={row.name} picture={row.picture ?? null} size={34} />
      <span className="truncate">{isOwn ? 'You' : row.name}</span>
      <span className="font-bold">{formatNumber(row.score)}</span>
      <Move places={move} />
    </li>
  );
}

function Move({ places }: { places: number }) {
  const Icon = places > 0 ? ArrowUp : places < 0 ? ArrowDown : Minus;
  return (
    <span
      className={classNames(
        'inline-flex items-center justify-end gap-px text-xs font-semibold',
        places > 0 ? 'text-ok' : places < 0 ? 'text-danger' : 'text-ink-3',
      )}
    >
      <Icon size={16} aria-hidden />
      {places === 0 ? null : (
        <>
          <span className="sr-only">{places > 0 ? 'up ' : 'down '}</span>
          {Math.abs(places)}
        </>
      )}
    </span>
  );
}

/** Announces the user's new rank to screen readers, at most once in five seconds. */
function RankAnnouncer({ rank }: { rank: number }) {
  const announced = useCoalesced(rank, announceEveryMs);
  const [first] = useState(rank);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && announced !== first) setHasMoved(true);
  return (
    <p aria-live="polite" className="sr-only">
      {hasMoved ? `You are now ${ordinal(announced)}` : ''}
    </p>
  );
}

type Ranked = Pick<LeaderboardRow, 'id' | 'rank'>;

const arrowHoldsMs = 3_000;
const moveMs = 420;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Animates the rows of an ordered list after a change: each row slides from its old to its new position (by transform only; the
 * heights are read once per change), and `moveOf` returns for three seconds by how many ranks it moved. Rows have their id as
 * `data-row`.
 */
function useRankMoves(rows: readonly Ranked[]) {
  const list = useRef<HTMLOListElement>(null);
  const places = useRef<ReadonlyMap<string, number>>(new Map());
  const [known, setKnown] = useState({ ranks: ranksOf(rows), moves: new Map<string, number>() });

  const order = rows.map(({ id, rank }) => `${id}:${rank}`).join(' ');
  if (order !== orderOf(known.ranks)) {
    const ranks = ranksOf(rows);
    setKnown({ ranks, moves: movesBetween(known.ranks, ranks) });
  }

  const { moves } = known;
  useEffect(() => {
    if (moves.size === 0) return;
    const timer = setTimeout(() => setKnown((now) => ({ ...now, moves: new Map() })), arrowHoldsMs);
    return () => clearTimeout(timer);
  }, [moves]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new order, which the effect does not read
  useLayoutEffect(() => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const before = places.current;
    places.current = new Map(items.map((item) => [item.dataset.row ?? '', item.offsetTop]));
    if (before.size === 0 || prefersStillness()) return;
    for (const item of items) {
      const from = before.get(item.dataset.row ?? '');
      const distance = from === undefined ? 0 : from - item.offsetTop;
      if (distance === 0) continue;
      item.animate([{ transform: `translateY(${distance}px)` }, { transform: 'none' }], {
        duration: moveMs,
        easing,
      });
    }
  }, [order]);

  return { list, moveOf: (id: string) => moves.get(id) ?? 0 };
}

const ranksOf = (rows: readonly Ranked[]) => new Map(rows.map(({ id, rank }) => [id, rank]));
const orderOf = (ranks: ReadonlyMap<string, number>) =>
  [...ranks].map(([id, rank]) => `${id}:${rank}`).join(' ');

function movesBetween(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const moves = new Map<string, number>();
  for (const [id, rank] of after) {
    const was = before.get(id);
    if (was !== undefined && was !== rank) moves.set(id, was - rank);
  }
  return moves;
}
