import { useState } from 'react';
import { serverNow, useServerNow } from '../../realtime/index.ts';

/** Counts the seconds until another one-time code may be requested. */
export function useResendWait(waitS: number): { secondsLeft: number; restart: () => void } {
  const [readyAtMs, setReadyAtMs] = useState(() => serverNow() + waitS * 1000);
  const nowMs = useServerNow();
  return {
    secondsLeft: Math.max(0, Math.ceil((readyAtMs - nowMs) / 1000)),
    restart: () => setReadyAtMs(serverNow() + waitS * 1000),
  };
}
