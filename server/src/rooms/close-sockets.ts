import { setTimeout as pause } from 'node:timers/promises';
import { SERVER_LEAVING } from '@copup/shared/room-names.ts';
import type { Server, Socket } from 'socket.io';
import type { EngineConnection, WebSocketBelow } from './engine-connection.ts';

const RETURN_AT_LEAST_MS = 100;
/** Clients of a closing server come back spread over this time for each of them, at most five seconds. */
const RETURN_SPREAD_PER_SOCKET_MS = 2;
const RETURN_SPREAD_AT_MOST_MS = 5_000;

/** How long a closing server waits until the clients have closed their ends. */
const CLOSE_WAIT_MS = 1_000;
const CLOSE_STEP_MS = 20;

/** The part of Engine.IO that its types do not show. */
interface EngineClients {
  clients: Record<string, EngineConnection>;
}

const WEBSOCKET_CLOSED = 3;
const isOpen = ({ readyState }: WebSocketBelow) => readyState !== WEBSOCKET_CLOSED;

/** Sends each client the time after which to connect to another server, then closes every connection. */
export async function closeSockets(io: Server, sockets: readonly Socket[]): Promise<void> {
  const spreadMs = Math.min(sockets.length * RETURN_SPREAD_PER_SOCKET_MS, RETURN_SPREAD_AT_MOST_MS);
  for (const socket of sockets)
    socket.emit(SERVER_LEAVING, { afterMs: Math.round(RETURN_AT_LEAST_MS + Math.random() * spreadMs) });
  // What was just written leaves with this turn of the loop.
  await new Promise((resolve) => setImmediate(resolve));
  const websockets = openWebsockets(io);
  for (const socket of sockets) socket.disconnect(true);
  await new Promise((resolve) => setImmediate(resolve));
  io.engine?.close();
  for (let waitedMs = 0; waitedMs < CLOSE_WAIT_MS && websockets.some(isOpen); waitedMs += CLOSE_STEP_MS)
    await pause(CLOSE_STEP_MS);
  // A dead connection never closes its end, and would keep the server open for half a minute.
  for (const websocket of websockets) websocket.terminate();
}

/** Those of all clients, admitted or not. */
function openWebsockets(io: Server): WebSocketBelow[] {
  const engine = io.engine as unknown as EngineClients | undefined;
  return Object.values(engine?.clients ?? {}).map(({ transport }) => transport.socket);
}
