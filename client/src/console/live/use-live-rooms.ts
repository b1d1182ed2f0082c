import type { OpsHistory, OpsState } from '@copup/shared/ops.ts';
import { OPS_METRICS_ROOM } from '@copup/shared/room-names.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/calls.ts';
import { useRoom, useServerNow } from '../../realtime/index.ts';
import { extendTrails, noTrails, precede, type Trails } from './trails.ts';

const STALE_AFTER_MS = 5_000;

export interface LiveRoomsView {
  /** Undefined until the first update. */
  state: OpsState | undefined;
  trails: Trails;
  minutes: OpsHistory['minutes'];
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
  /** Age of the latest figures in seconds. */
  ageS: number;
  isStale: boolean;
  refusal: string | undefined;
}

/**
 * Returns the operators' figures, updated each second. While paused, the displayed figures stay, but updates are still
 * collected.
 */
export function useLiveRooms(): LiveRoomsView {
  const { state: live, status, refusal } = useRoom<'ops'>(OPS_METRICS_ROOM);
  const nowMs = useServerNow();
  const history = useQuery({
    queryKey: ['metrics-history'],
    queryFn: () => call('GET /admin/metrics-history'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [received, setReceived] = useState<OpsState>();
  const [trails, setTrails] = useState(noTrails);
  const [past, setPast] = useState<OpsHistory>();
  const [frozen, setFrozen] = useState<{ state: OpsState; trails: Trails }>();
  if (history.data && history.data !== past) {
    setPast(history.data);
    setTrails(precede(history.data.seconds, trails));
  } else if (live && live !== received) {
    setReceived(live);
    setTrails(extendTrails(trails, live));
  }
  const state = frozen?.state ?? live;
  const ageMs = live ? Math.max(0, nowMs - live.at) : 0;
  return {
    state,
    trails: frozen?.trails ?? trails,
    minutes: past?.minutes ?? [],
    isPaused: frozen !== undefined,
    setPaused: (isPaused) => setFrozen(isPaused && live ? { state: live, trails } : undefined),
    ageS: Math.floor(ageMs / 1_000),
    isStale: live !== undefined && (status === 'stale' || ageMs >= STALE_AFTER_MS),
    refusal: refusal?.message,
  };
}
