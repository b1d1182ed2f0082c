const ROUND_TRIPS = 9;

export interface ClockOffset {
  /** Add it to this machine's time to get the other machine's. It is wrong by at most half of the round trip. */
  offsetMs: number;
  roundTripMs: number;
}

/** Measures the offset of another clock in the manner of NTP: the fastest of several round trips is the most exact. */
export async function measureOffset(
  readOther: () => Promise<number>,
  nowMs: () => number,
): Promise<ClockOffset> {
  let best: ClockOffset = { offsetMs: 0, roundTripMs: Number.POSITIVE_INFINITY };
  for (let trip = 0; trip < ROUND_TRIPS; trip += 1) {
    const sentMs = nowMs();
    const otherMs = await readOther();
    const roundTripMs = nowMs() - sentMs;
    if (roundTripMs < best.roundTripMs)
      best = { offsetMs: otherMs - (sentMs + roundTripMs / 2), roundTripMs };
  }
  return best;
}
