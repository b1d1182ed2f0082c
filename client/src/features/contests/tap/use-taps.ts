import type { Standing } from '@copup/shared/contests.ts';
import { TAP } from '@copup/shared/room-names.ts';
import type { TapAck } from '@copup/shared/tap-contests.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useSignedInUser } from '../../../lib/session.ts';
import { sendEvent } from '../../../realtime/index.ts';
import { storeTaps, takeAbandonedTaps } from './stored-taps.ts';
import { TapQueue } from './tap-queue.ts';

/** Throttle interval of batches. */
const flushEveryMs = 250;

const randomStream = () => {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 20) * 2 ** 32 + low + 1;
};

/**
 * Sends the taps of this page in one contest. `onCounted` receives each acknowledged standing; `pending` is the number of
 * the others.
 */
export function useTaps(
  contestId: number,
  isOpen: boolean,
  onCounted: (standing: Standing) => void,
  onRefused: (message: string) => void,
) {
  const { id: userId } = useSignedInUser();
  const [pending, setPending] = useState(0);
  const queue = useRef<TapQueue>(undefined);
  queue.current ??= new TapQueue(randomStream(), performance.now());
  const handlers = useRef({ onCounted, onRefused });
  useEffect(() => {
    handlers.current = { onCounted, onRefused };
  });

  useEffect(() => {
    const taps = queue.current;
    if (!isOpen || !taps) return;
    const { stream } = taps.toStored();
    for (const abandoned of takeAbandonedTaps(userId, contestId, stream)) taps.adopt(abandoned);
    setPending(taps.pending);
    // The next page takes over unacknowledged taps.
    const release = () => storeTaps(userId, contestId, taps.toStored(), true);
    addEventListener('pagehide', release);
    let isUnderWay = false;
    const flush = async () => {
      if (isUnderWay || taps.pending === 0) return;
      const batch = taps.next(performance.now());
      storeTaps(userId, contestId, taps.toStored());
      if (!batch) return;
      isUnderWay = true;
      const ack = await sendEvent<TapAck>(TAP, { contest: contestId, ...batch });
      isUnderWay = false;
      if (!ack) return;
      const goesOn = taps.answer(batch, ack);
      storeTaps(userId, contestId, taps.toStored());
      if (ack.ok) handlers.current.onCounted({ score: ack.score, rank: ack.rank });
      else if (!goesOn) handlers.current.onRefused(ack.message);
      setPending(taps.pending);
    };
    const timer = setInterval(() => void flush(), flushEveryMs);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', release);
      release();
    };
  }, [contestId, isOpen, userId]);

  const tap = useCallback(() => {
    const taps = queue.current;
    if (taps?.tap(performance.now())) setPending(taps.pending);
  }, []);
  return { tap, pending };
}
