import { errorStatus } from '@copup/shared/errors.ts';
import { SOCKET_CALL } from '@copup/shared/room-names.ts';
import { SocketCallAck } from '@copup/shared/socket-calls.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { ApiClient, type ApiReply, type ApiRequest } from '@copup/testkit/client.ts';
import { RoomClient } from '@copup/testkit/room-servers.ts';

/** A client whose calls go over its socket, with a reply like that of HTTP. */
export interface SocketPlayer extends SignedInClient {
  close(): void;
}

/**
 * Opens a socket and returns a client that sends each call over it. `routes` are those that the server takes there, such
 * as `POST /auction/bid/:id`; all others go over HTTP.
 */
export async function overSocket(
  client: SignedInClient,
  routes: readonly string[],
  url = client.url,
): Promise<SocketPlayer> {
  const { user, token } = client;
  const room = new RoomClient(url, token);
  await room.connected();
  const http = new ApiClient(url, token);
  const call = async (method: string, path: string, request: ApiRequest = {}): Promise<ApiReply> => {
    const found = routes.map((route) => ({ route, params: match(route, `${method} ${path}`) }));
    const { route, params } = found.find((each) => each.params) ?? {};
    if (!route) return http.call(method, path, request);
    const sent = { call: route, params, body: request.body, key: request.headers?.['idempotency-key'] };
    return toReply(SocketCallAck.parse(await room.socket.timeout(10_000).emitWithAck(SOCKET_CALL, sent)));
  };
  return Object.assign(new ApiClient(url, token), { user, token, call, close: () => room.close() });
}

/** Reads the calls that /docs/sockets names. */
export async function readSocketCalls({ client }: { client: ApiClient }): Promise<string[]> {
  const { text } = await client.get('/:docs/sockets');
  return [...text.matchAll(/<td>((?:POST|PUT|DELETE) [^<]+)<\/td>/g)].map(([, route = '']) => route);
}

/** Returns what stands in the path, by name; undefined for another route. */
function match(route: string, sent: string): Record<string, string> | undefined {
  const pattern = route.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(sent);
  return found ? { ...found.groups } : undefined;
}

function toReply(ack: SocketCallAck): ApiReply {
  if (ack.ok)
    return { status: 200, headers: new Headers(), body: ack.reply, text: JSON.stringify(ack.reply) };
  const { ok: _, status = errorStatus[ack.code], retryAfterS, ...body } = ack;
  const headers = new Headers(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) });
  return { status, headers, body, text: JSON.stringify(body) };
}
