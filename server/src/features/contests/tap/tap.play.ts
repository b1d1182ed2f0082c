import { Refusal } from '../../../errors.ts';
import type { Play } from '../play.ts';
import { countTaps, isSuspiciousRate, type TapInput, type TapResult, type TapState } from './tap-rules.ts';
import { decodeTapState, encodeTapState } from './tap-state.ts';

/** The batch window of taps (C2). */
const BATCH_WINDOW_MS = 10;

/** The play of taps: each tap that the player's bucket allows is a point. */
export const tapPlay: Play<TapInput, TapState, undefined, TapResult, never> = {
  kind: 'tap',
  batchWindowMs: BATCH_WINDOW_MS,
  remembersScores: true,
  codec: { encode: encodeTapState, decode: decodeTapState },
  judge(input, player, nowMs) {
    const counted = countTaps(player.state, input, nowMs);
    if (counted instanceof Refusal) return counted;
    const { state, result } = counted;
    return { points: result.repeated ? 0 : result.accepted, state, result };
  },
  isSuspicious: (state, endMs) => isSuspiciousRate(state?.rate, endMs),
};
