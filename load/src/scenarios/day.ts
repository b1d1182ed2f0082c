import { cardGame } from './card-game.ts';
import { heistRush, needsTime } from './heist-rush.ts';
import { manyAuctions } from './many-auctions.ts';
import { mathGame } from './math-game.ts';
import { mixed } from './mixed.ts';
import { pastimes } from './pastimes.ts';
import type { Scenario, Sizes } from './scenario.ts';
import { sideBySide } from './side-by-side.ts';
import { tapStorm } from './tap-storm.ts';
import { wallet } from './wallet.ts';

/** Enough for at least four players of each kind and their subjects. */
const FEWEST_CLIENTS = 100;
const HOT_RECIPIENTS = 2;
const HEIST_SHARE = 0.15;
/** A player taps, picks or answers about this often in a second. */
const PLAYS_A_SECOND = { tap: 2, card: 0.5, math: 0.5 };
/** A player of bets and tasks bets about this often in a second. */
const BETS_A_SECOND = 0.2;
/** A player moves coins this often in a minute. */
const MOVES_A_MINUTE = 2;

/**
 * What players of all kinds do in a day, compressed to minutes: some look around and bid, some fight for the last second
 * of many auctions, and others play each contest, send and cash out coins, rush for a heist, or bet, do tasks, spin and
 * set limits. `--rate` are the bids.
 */
export const day: Scenario = {
  summary:
    'players of all kinds at once: auctions, each contest, a heist, bets, tasks, spins, limits, sends and payouts',
  defaults: { clients: 1_000, rooms: 20, rate: 20, durationMs: 60_000 },
  needs: [
    [`--clients at least ${FEWEST_CLIENTS}`, ({ clients }) => clients >= FEWEST_CLIENTS],
    needsTime((sizes) => ({ ...sizes, clients: Math.floor(sizes.clients * HEIST_SHARE) })),
  ],
  plan(sizes, random) {
    const { clients, rooms, rate } = sizes;
    const share = (part: number, more: Partial<Sizes> = {}): Sizes => ({
      ...sizes,
      rooms: 1,
      ...more,
      clients: Math.floor(clients * part),
    });
    const plays = (part: number, perPlayer: number) =>
      share(part, { rate: Math.floor(clients * part) * perPlayer });
    const moves = share(0.15, { rooms: HOT_RECIPIENTS });
    return sideBySide([
      mixed.plan(share(0.2, { rooms, rate: rate / 2 }), random),
      manyAuctions.plan(share(0.1, { rooms, rate: rate / 2 }), random),
      tapStorm.plan(plays(0.1, PLAYS_A_SECOND.tap), random),
      cardGame.plan(plays(0.1, PLAYS_A_SECOND.card), random),
      mathGame.plan(plays(0.1, PLAYS_A_SECOND.math), random),
      wallet.plan({ ...moves, rate: (moves.clients * MOVES_A_MINUTE) / 60 }, random),
      heistRush.plan(share(HEIST_SHARE, { rate: 5 }), random),
      pastimes.plan(share(0.1, { rate: Math.floor(clients * 0.1) * BETS_A_SECOND }), random),
    ]);
  },
};
