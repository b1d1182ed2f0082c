import type { SocketCall, SocketCallAck } from '@copup/shared/socket-calls.ts';
import { useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { forgetReload, reloadAfterFailure } from '../lib/reload-after-failed-load.ts';
import type { ConnectionState } from './connection-state.ts';
import { Realtime, type SessionEnd } from './realtime.ts';
import { createRealtimeStore } from './realtime-store.ts';
import { ServerClock } from './server-clock.ts';
import { Ticker } from './ticker.ts';
import { watchPage } from './watch-page.ts';

const nowMs = () => performance.now();

/** One instance for the whole app, so that hooks and pages share the socket. */
export const realtimeStore = createRealtimeStore();
const serverClock = new ServerClock(nowMs, () => Date.now());
export const realtime = new Realtime({ store: realtimeStore, clock: serverClock, nowMs });

const libraryFile = 'realtime-socket';
const LOAD_AGAIN_MS = 2_000;
const LATEST_IDLE_MS = 1_000;

let stopWatching: (() => void) | undefined;
/** Identifies the latest call; an earlier one that is still loading the library does nothing. */
let wanted: (() => string | null) | undefined;

/**
 * Connects after the sign-in. The token is read at each connection, so that a renewed one is used. The socket library is loaded
 * only now, when the browser is idle: visitors never need it, and the first screen does not need it.
 */
export async function connectRealtime(getToken: () => string | null, hasFailed = false): Promise<void> {
  wanted = getToken;
  stopWatching ??= watchPage(realtime);
  await nextIdle();
  if (wanted !== getToken) return;
  const library = await import('./realtime-socket.ts').catch(() => undefined);
  if (wanted !== getToken) return;
  if (library) {
    forgetReload(libraryFile);
    return realtime.connect(() => library.openSocket(getToken));
  }
  // Without a socket nothing is live, which the page must show.
  realtime.setOnline(navigator.onLine);
  // Chromium requests a file only once in a document: a second failure needs a new one.
  if (hasFailed) await reloadAfterFailure(libraryFile);
  setTimeout(() => wanted === getToken && void connectRealtime(getToken, true), LOAD_AGAIN_MS);
}

/** Waits until the first screen is painted, so that the library does not compete with it for bandwidth. */
function nextIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // A page in the background does not paint.
    setTimeout(resolve, LATEST_IDLE_MS);
    requestAnimationFrame(() =>
      'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve),
    );
  });
}

export function disconnectRealtime(): void {
  wanted = undefined;
  stopWatching?.();
  stopWatching = undefined;
  realtime.disconnect();
}

/** Calls the listener when the server has ended the session; the socket does not reconnect. Returns a function that removes it. */
export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  return realtime.onSessionEnded(listener);
}

/** Measures a round trip over the socket, in milliseconds; undefined without a socket or a reply. */
export function measureRoundTripMs(): Promise<number | undefined> {
  return realtime.measureRoundTripMs();
}

/** Sends an event over the socket; undefined without a socket or an acknowledgement in time. */
export function sendEvent<Reply>(event: string, payload: object): Promise<Reply | undefined> {
  return realtime.send(event, payload);
}

/** Sends a call of the API over the socket; undefined unless it is live, and without a reply in time. */
export const sendCall = (call: SocketCall): Promise<SocketCallAck | undefined> => realtime.call(call);

/** Returns the best estimate of the server's time, in epoch milliseconds. */
export function serverNow(): number {
  return serverClock.now();
}

/** Returns the state of the connection, which shows whether displayed data is up to date. */
export function useConnection(): ConnectionState {
  return useStore(realtimeStore, ({ connection }) => connection);
}

const tickers = new Map<number, Ticker>();

/** Returns the server's time in epoch milliseconds, in steps; components with the same step share one timer. */
export function useServerNow(intervalMs = 1_000): number {
  let ticker = tickers.get(intervalMs);
  if (!ticker) {
    ticker = new Ticker(serverClock, intervalMs);
    tickers.set(intervalMs, ticker);
  }
  return useSyncExternalStore(ticker.subscribe, ticker.read);
}
