/** Random numbers determined by a seed, equal on every machine, so that a run can be repeated. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number; both limits are included. */
  int(from: number, to: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** The time until the next of independent events with an average distance of `mean`. */
  gap(mean: number): number;
}

/** Returns a Mulberry32 generator. */
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
