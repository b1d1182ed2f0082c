import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { SERVER_LEAVING, SOCKET_PATH } from '@copup/shared/room-names.ts';
import { socketLimits } from '@copup/shared/socket-limits.ts';
import { Server, type Socket } from 'socket.io';
import type { Adapter } from 'socket.io-adapter';
import { type EngineConnection, WEBSOCKET_CLOSED, type WebSocketBelow } from './connection.ts';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from './heartbeats.ts';

/**
 * Longer than the time for admission, which terminates the connection where Socket.IO would wait for the client to
 * close it.
 */
const CONNECT_TIMEOUT_MS = 2 * socketLimits.admissionMs;

type NextCheck = (error?: Error) => void;

/** Creates the Socket.IO server: websocket only and without compression. `refusalOf` returns why a handshake is refused. */
export function createSocketServer(
  adapter: typeof Adapter,
  refusalOf: (request: IncomingMessage) => string | undefined,
): Server {
  return new Server({
    adapter,
    path: SOCKET_PATH,
    serveClient: false,
    transports: ['websocket'],
    allowUpgrades: false,
    // Compression costs six times the CPU, and a frame could no longer be encoded once for all.
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: socketLimits.messageBytes,
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    allowRequest: (request, callback) => {
      const refusal = refusalOf(request);
      callback(refusal, refusal === undefined);
    },
  });
}

/** Serves the websockets of this HTTP server and passes on each new connection. */
export function attachSockets(
  io: Server,
  server: HttpServer,
  onConnection: (engine: EngineConnection, request: IncomingMessage) => void,
): void {
  io.attach(server);
  // A request with the id of a connection would replace the websocket of that connection without passing any other
  // check.
  io.engine.use((request: IncomingMessage & { _query?: object }, _reply: unknown, next: NextCheck) =>
    next(request._query && 'sid' in request._query ? new Error('sid is not accepted') : undefined),
  );
  io.engine.on('connection', (engine: EngineConnection & { request: IncomingMessage }) =>
    onConnection(engine, engine.request),
  );
}

/**
 * Drops the request, its headers and the token once they were used: they would take 3 KB for as long as the socket lives.
 * Socket.IO's page on memory usage advises it for the request. Of the handshake the address and the time remain.
 */
export function forgetRequest(socket: Socket): void {
  (socket.conn as { request: unknown }).request = null;
  const { address, issued, secure, xdomain } = socket.handshake;
  (socket as { handshake: object }).handshake = { ...FORGOTTEN, address, issued, secure, xdomain };
}

const FORGOTTEN = { headers: {}, query: {}, auth: {}, time: '', url: '' } as const;

const MAX_URL_LENGTH = 2_048;

/**
 * Returns why a websocket request is refused before its upgrade, undefined when it is accepted. Browsers send the
 * page's origin, and CORS does not protect websockets. A client without an Origin is not a browser. A token in the URL
 * would end up in logs. All checks take linear time.
 */
export function findHandshakeError(
  request: IncomingMessage,
  allowedOrigins: readonly string[],
): string | undefined {
  const { url = '/' } = request;
  if (url.length > MAX_URL_LENGTH) return 'the URL is too long';
  const parsed = URL.parse(url, 'http://localhost');
  if (!parsed) return 'the URL is not valid';
  const { search, searchParams } = parsed;
  // The second part of every JWT begins with eyJ.
  if (searchParams.has('token') || /bearer|\.eyJ/i.test(search)) return 'the URL must not contain a token';
  const { origin, host } = request.headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return undefined;
  const page = URL.canParse(origin) ? new URL(origin) : undefined;
  const isWeb = page?.protocol === 'http:' || page?.protocol === 'https:';
  return isWeb && page.host === host ? undefined : 'this origin is not allowed';
}

const RETURN_AT_LEAST_MS = 100;
/** Clients of a closing server come back spread over this time for each of them, at most five seconds. */
const RETURN_SPREAD_PER_SOCKET_MS = 2;
const RETURN_SPREAD_AT_MOST_MS = 5_000;

/** How long a closing server waits until the clients have closed their ends. */
const CLOSE_WAIT_MS = 1_000;
const CLOSE_STEP_MS = 20;

/** The part of Engine.IO that its types do not declare. */
interface EngineClients {
  clients: Record<string, EngineConnection>;
}

const isOpen = ({ readyState }: WebSocketBelow) => readyState !== WEBSOCKET_CLOSED;

/** Sends each client the time after which to connect to another server. */
export function askToMove(sockets: readonly Socket[], spreadMs: number): void {
  for (const socket of sockets)
    socket.emit(SERVER_LEAVING, { afterMs: Math.round(RETURN_AT_LEAST_MS + Math.random() * spreadMs) });
}

/** Asks all clients to connect to another server, then closes every connection. */
export async function closeSockets(io: Server, sockets: readonly Socket[]): Promise<void> {
  askToMove(sockets, Math.min(sockets.length * RETURN_SPREAD_PER_SOCKET_MS, RETURN_SPREAD_AT_MOST_MS));
  // The packets just written are sent within this turn of the event loop.
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
