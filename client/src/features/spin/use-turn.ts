import type { SpinState } from '@copup/shared/spins.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { holdBalance, useBalance } from '../../balance/use-balance.ts';
import { ApiError, messageOf } from '../../lib/api-error.ts';
import { callOnce } from '../../lib/calls.ts';
import { changeRead } from '../../lib/change-read.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { toast } from '../../ui/toast.ts';
import { spinQuery } from './queries.ts';

/** The spin of this visit. `asking`: the server has not replied yet. */
export type Turn =
  | { phase: 'none' }
  | { phase: 'asking' }
  | { phase: 'turning'; coins: number }
  | { phase: 'stopped'; coins: number };

/**
 * Spins the wheel. From the press until the wheel has stopped, the page keeps the balance of before, because the new one
 * would reveal the result. When the outcome is unknown it keeps it too: the server may have spun.
 */
export function useTurn() {
  const { id } = useSignedInUser();
  const queries = useQueryClient();
  const balance = useBalance();
  const [turn, setTurn] = useState<Turn>({ phase: 'none' });
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      holdBalance(null);
    };
  }, []);

  const spin = async () => {
    if (turn.phase !== 'none') return;
    setTurn({ phase: 'asking' });
    holdBalance(balance);
    const { queryKey } = spinQuery(id);
    try {
      // The server draws; the same attempt is never spun twice (P6).
      const reply = await callOnce('spin', 'POST /user/spin');
      changeRead<SpinState>(queries, queryKey, (known) => ({
        ...known,
        has_spun: true,
        may_spin: false,
        spin: reply,
      }));
      if (isMounted.current) setTurn({ phase: 'turning', coins: reply.result });
    } catch (error) {
      const isUnknown = error instanceof ApiError && error.isOutcomeUnknown;
      if (!isUnknown) holdBalance(null);
      if (!isMounted.current) return;
      toast.error(messageOf(error, 'Something went wrong.'));
      setTurn({ phase: 'none' });
      // The wheel may be locked, or spun on another device.
      if (!isUnknown) void queries.invalidateQueries({ queryKey });
    }
  };

  const stop = () => {
    holdBalance(null);
    setTurn((current) =>
      current.phase === 'turning' ? { phase: 'stopped', coins: current.coins } : current,
    );
  };
  return { turn, spin, stop };
}
