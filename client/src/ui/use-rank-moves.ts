import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { prefersStillness } from '../lib/thrift.ts';

interface Ranked {
  id: string;
  rank: number;
}

const arrowHoldsMs = 3_000;
const moveMs = 420;
const easing = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Animates the rows of an ordered list after a change: each row slides from its old to its new position (by transform only; the
 * heights are read once per change), and `moveOf` returns for three seconds by how many ranks it moved. Rows have their id as
 * `data-row`.
 */
export function useRankMoves(rows: readonly Ranked[]) {
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
