/** Numbers that a seed decides: the same on every machine, so that a run's choices can be repeated. */
export interface Random {
  /** From 0 on, below 1. */
  next(): number;
  /** Both ends included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** The time until the next of independent events that are `mean` apart on average. */
  gap(mean: number): number;
}

/** Mulberry32: small, and good enough to choose by. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    int,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    gap: (mean) => -Math.log(1 - next()) * mean,
  };
}
