import type { Mutant } from './find-mutants.ts';

/** Chooses mutants by a seed, from each file in proportion to its number of mutants, in the order of their places. */
export function sample(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const files = Object.entries(Object.groupBy(mutants, ({ file }) => file)).flatMap(([file, own = []]) => ({
    file,
    own,
    share: (Math.min(count, mutants.length) * own.length) / mutants.length,
  }));
  // The places that remain after rounding down go to the largest remainders, equal ones by chance.
  const random = randomBy(seed);
  const byRemainder = files
    .map((file) => ({ file, remainder: (file.share % 1) + random() / 1e6 }))
    .sort((one, other) => other.remainder - one.remainder);
  let left = Math.min(count, mutants.length);
  for (const { share } of files) left -= Math.floor(share);
  const favoured = new Set(byRemainder.slice(0, left).map(({ file }) => file));
  return files.flatMap((file) => {
    const size = Math.floor(file.share) + (favoured.has(file) ? 1 : 0);
    const chosen = new Set(shuffled(file.own, randomBy(seed, file.file)).slice(0, size));
    return file.own.filter((mutant) => chosen.has(mutant));
  });
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

/** Returns a generator of numbers from 0 to 1 (mulberry32) that the seed and the text determine. */
function randomBy(seed: number, text = ''): () => number {
  let state = seed;
  for (const char of text) state = Math.imul(state ^ char.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
