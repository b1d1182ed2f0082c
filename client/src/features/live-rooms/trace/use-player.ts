import type { RoomTrace } from '@copup/shared/room-trace.ts';
import { useEffect, useMemo, useReducer } from 'react';
import { type PlayerAction, type PlayerState, play, type Recording, startState } from './player.ts';

/** Ten pictures a second: enough to follow, and cheap for a long trace. */
const EACH_MS = 100;

/** Plays a trace in real time. */
export function usePlayer({ events, from, to }: RoomTrace): {
  recording: Recording;
  state: PlayerState;
  act: (action: PlayerAction) => void;
} {
  const recording = useMemo(
    () => ({ times: events.map(({ at }) => Math.max(0, at - from)), lengthMs: to - from }),
    [events, from, to],
  );
  const [state, act] = useReducer(
    (before: PlayerState, action: PlayerAction) => play(recording, before, action),
    startState,
  );
  const { isPlaying } = state;
  useEffect(() => {
    if (!isPlaying) return;
    let lastMs = performance.now();
    const timer = setInterval(() => {
      const nowMs = performance.now();
      act({ do: 'tick', elapsedMs: nowMs - lastMs });
      lastMs = nowMs;
    }, EACH_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);
  return { recording, state, act };
}
