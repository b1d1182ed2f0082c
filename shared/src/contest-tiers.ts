// This file imports no schemas, so that the browser does not load the validator.

/** C12: tiers of the lobbies by the minimum number of users. `shown` is the number in the tier's heading. */
export const contestTiers = [
  { name: 'easy', from: 1, upto: 5, shown: 4 },
  { name: 'medium', from: 6, upto: 10, shown: 7 },
  { name: 'hard', from: 11, upto: null, shown: 13 },
] as const;
