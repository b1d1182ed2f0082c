import type { ContestKind } from '@copup/shared/contests.ts';
import type { Deps } from '../../deps.ts';
import { cardPlay } from './card/card.play.ts';
import { mathPlay } from './math/math.play.ts';
import { tapPlay } from './tap/tap.play.ts';

export type PlayDeps = Pick<Deps, 'config' | 'newId' | 'randomBytes'>;

/** Every play of the product: one line for each kind of contest. */
export const definePlays = (deps: PlayDeps) =>
  ({
    tap: tapPlay,
    card: cardPlay(deps),
    math: mathPlay(deps),
  }) satisfies Record<ContestKind, unknown>;
export type Plays = ReturnType<typeof definePlays>;
