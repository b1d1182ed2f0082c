import type { Call } from '@copup/shared/call.ts';
import { auctionsCalls, maximumsCalls } from '@copup/shared/calls/auctions.ts';
import { cardCalls, mathCalls, tapCalls } from '@copup/shared/calls/contests.ts';
import { answersCalls, heistsCalls } from '@copup/shared/calls/heists.ts';
import { errorStatus } from '@copup/shared/errors.ts';
import { SOCKET_CALL } from '@copup/shared/room-names.ts';
import { SocketCallAck } from '@copup/shared/socket-calls.ts';
import type { ApiReply } from './client.ts';

const tables = [auctionsCalls, maximumsCalls, mathCalls, tapCalls, cardCalls, answersCalls, heistsCalls];
const routes = tables
  .flatMap(({ calls }) => Object.entries<Call>(calls))
  .flatMap(([route, { bySocket }]) => (bySocket ? [route] : []));

/** Sends a command over a socket; undefined for another call, without a reply and when the server did not try it. */
export async function sendOverSocket(
  socket: { request(event: string, payload: unknown): Promise<unknown> },
  { path, key, body }: { path: string; key: string; body: unknown },
): Promise<ApiReply | undefined> {
  const call = findCall(routes, `POST ${path}`);
  if (!call) return undefined;
  const reply = await socket.request(SOCKET_CALL, { ...call, body, key }).catch(() => undefined);
  const ack = SocketCallAck.safeParse(reply).data;
  return ack && (ack.ok || ack.status !== undefined) ? toReply(ack) : undefined;
}

/** Returns the route that is sent, with what stands in its path by name, if anything; undefined for none of these routes. */
export function findCall(
  among: readonly string[],
  sent: string,
): { call: string; params?: Record<string, string> } | undefined {
  for (const call of among) {
    const pattern = call.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');
    const found = new RegExp(`^${pattern}$`).exec(sent);
    if (found) return { call, ...(found.groups && { params: { ...found.groups } }) };
  }
  return undefined;
}

export function toReply(ack: SocketCallAck): ApiReply {
  if (ack.ok)
    return { status: 200, headers: new Headers(), body: ack.reply, text: JSON.stringify(ack.reply) };
  const { ok: _, status = errorStatus[ack.code], retryAfterS, ...body } = ack;
  const headers = new Headers(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) });
  return { status, headers, body, text: JSON.stringify(body) };
}
