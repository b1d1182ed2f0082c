import { useCallback, useEffect, useRef, useState } from 'react';
import { requestWithHeaders } from '../../lib/api.ts';
import { messageOf } from '../../lib/api-error.ts';
import { measureRoundTripMs } from '../../realtime/index.ts';
import { offsetOfDate, type RoundTrips, summariseRoundTrips } from './connection-facts.ts';

const ROUND_TRIPS = 5;
/** Pause between two, so that they are independent and far below the server's limit of messages. */
const PAUSE_MS = 150;

export interface ConnectionCheckResult {
  isChecking: boolean;
  /** The result over HTTP. */
  server: { tookMs: number; offsetMs: number | undefined } | { error: string } | undefined;
  /** The result over the socket; undefined without a socket. */
  socket: RoundTrips | undefined;
}

/** Measures once over HTTP and five times over the socket, if there is one. It does not repeat automatically. */
export function useConnectionCheck(hasSocket: boolean): ConnectionCheckResult & { check: () => void } {
  const [state, setState] = useState<ConnectionCheckResult>({
    isChecking: false,
    server: undefined,
    socket: undefined,
  });
  const latest = useRef(0);

  const check = useCallback(() => {
    latest.current += 1;
    const own = latest.current;
    setState((before) => ({ ...before, isChecking: true }));
    const keep = (found: Partial<ConnectionCheckResult>) => {
      if (own === latest.current) setState((before) => ({ ...before, ...found }));
    };
    void (async () => {
      try {
        const { tookMs, sentAtMs, date } = await pingServer();
        keep({ server: { tookMs, offsetMs: offsetOfDate(date, sentAtMs, sentAtMs + tookMs) } });
      } catch (error) {
        keep({ server: { error: messageOf(error, 'Network Error') } });
      }
      keep({
        socket: hasSocket ? summariseRoundTrips(await measureSeveral()) : undefined,
        isChecking: false,
      });
    })();
  }, [hasSocket]);

  useEffect(() => {
    check();
    return () => {
      latest.current += 1;
    };
  }, [check]);

  return { ...state, check };
}

async function measureSeveral(): Promise<number[]> {
  const samplesMs: number[] = [];
  for (let nth = 0; nth < ROUND_TRIPS; nth += 1) {
    const sample = await measureRoundTripMs();
    if (sample === undefined) break;
    samplesMs.push(sample);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return samplesMs;
}

/** Sends one small public request and returns its duration. */
async function pingServer(): Promise<{ tookMs: number; sentAtMs: number; date: string | null }> {
  const sentAtMs = Date.now();
  const startedAtMs = performance.now();
  const { headers } = await requestWithHeaders('/config', { timeoutMs: 5_000 });
  return { tookMs: performance.now() - startedAtMs, sentAtMs, date: headers.get('date') };
}
