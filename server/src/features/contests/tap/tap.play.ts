import type { Play } from '../play.ts';
import { countTaps, isSuspiciousPace, type TapInput, type TapResult } from './tap-rules.ts';
import { decodeTapState, encodeTapState, type StoredTapState } from './tap-state.ts';

/** C2: taps of all players of a contest are collected for this long. */
const BATCH_WINDOW_MS = 10;

/** Taps: each that the player's bucket allows is a point. */
export const tapPlay: Play<TapInput, StoredTapState, undefined, TapResult, never> = {
  kind: 'tap',
  gatherMs: BATCH_WINDOW_MS,
  judge(input, player, nowMs) {
    const before = player.state && decodeTapState(player.state);
    const { state, result } = countTaps(before, input, nowMs);
    return { points: result.repeated ? 0 : result.accepted, state: state && encodeTapState(state), result };
  },
  isSuspicious: (state, endMs) => isSuspiciousPace(state && decodeTapState(state).pace, endMs),
};
