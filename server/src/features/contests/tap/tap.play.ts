import type { Play } from '../play.ts';
import { countTaps, isSuspiciousPace, type TapInput, type TapResult, type TapState } from './tap-rules.ts';
import { decodeTapState, encodeTapState } from './tap-state.ts';

/** C2: taps of all players of a contest are collected for this long. */
const BATCH_WINDOW_MS = 10;

/** Taps: each that the player's bucket allows is a point. */
export const tapPlay: Play<TapInput, TapState, undefined, TapResult, never> = {
  kind: 'tap',
  gatherMs: BATCH_WINDOW_MS,
  remembersScores: true,
  codec: { encode: encodeTapState, decode: decodeTapState },
  judge(input, player, nowMs) {
    const { state, result } = countTaps(player.state, input, nowMs);
    return { points: result.repeated ? 0 : result.accepted, state, result };
  },
  isSuspicious: (state, endMs) => isSuspiciousPace(state?.pace, endMs),
};
