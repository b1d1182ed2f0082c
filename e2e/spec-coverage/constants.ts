import { contestTiers } from '../../shared/src/contest-tiers.ts';
import { cardValues } from '../../shared/src/fairness.ts';
import { spinSegments } from '../../shared/src/spin-proof.ts';
import { TAP_BAR_SECONDS } from '../../shared/src/tap-limits.ts';

export interface Constant {
  /** Name of the constant in the specification. */
  what: string;
  specified: unknown;
  ours: unknown;
}

/** Constants of the specification's point 9 that `shared` defines. */
export const constants: readonly Constant[] = [
  { what: 'Card values', specified: [10, 5, 0], ours: cardValues },
  { what: 'Spin wheel segments', specified: [0, 2, 3, 4, 5, 6], ours: spinSegments },
  { what: 'Tap timer bar, in seconds', specified: 100, ours: TAP_BAR_SECONDS },
  {
    what: 'Contest tiers by minimum users, with the number shown',
    specified: [
      { name: 'easy', from: 1, upto: 5, shown: 4 },
      { name: 'medium', from: 6, upto: 10, shown: 7 },
      { name: 'hard', from: 11, upto: null, shown: 13 },
    ],
    ours: contestTiers,
  },
];
