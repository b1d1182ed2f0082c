import { useEffect, useState } from 'react';
import { prefersStillness } from '../../lib/thrift.ts';

interface Turns {
  turn: number;
  isPaused: boolean;
  toggle: () => void;
}

/** Counts up by one every `turnMs` until paused (WCAG 2.2.2). With reduced motion it starts paused. */
export function useTurns(turnMs: number): Turns {
  const [turn, setTurn] = useState(0);
  const [isPaused, setIsPaused] = useState(prefersStillness);
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => setTurn(turn + 1), turnMs);
    return () => clearTimeout(timer);
  }, [turn, isPaused, turnMs]);
  return { turn, isPaused, toggle: () => setIsPaused((before) => !before) };
}
