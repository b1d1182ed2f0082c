import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { serveCalls } from '@copup/testkit/child.ts';

/** A user who bids, with the auction. */
export interface Bidder {
  token: string;
  auctionId: number;
}

/** `perSecond` bids a second for `durationMs`, round-robin over bidders and servers. */
interface BidOrder {
  ports: readonly number[];
  bidders: readonly Bidder[];
  perSecond: number;
  durationMs: number;
}

/** Bytes of the connections, as measured by the client. */
export interface BidReport {
  accepted: number;
  /** Replies other than 200, by status. */
  refused: Record<string, number>;
  receivedBytes: number;
  sentBytes: number;
}

/** Bids at a fixed rate, at random moments, without waiting for earlier replies. */
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let keys = 0;
let turn = 0;

async function bid({ ports, bidders, perSecond, durationMs }: BidOrder): Promise<BidReport> {
  const sockets = new Map<Socket, { received: number; sent: number }>();
  const refused: Record<string, number> = {};
  const replies: Promise<number>[] = [];
  const total = Math.round((perSecond * durationMs) / 1_000);
  const startedAtMs = performance.now();
  const moments = Array.from({ length: total }, () => Math.random() * durationMs).sort(
    (one, other) => one - other,
  );
  for (const dueMs of moments) {
    const waitMs = startedAtMs + dueMs - performance.now();
    if (waitMs > 1) await pause(waitMs);
    const bidder = bidders[turn % bidders.length];
    const port = ports[turn % ports.length];
    turn += 1;
    if (bidder && port) replies.push(post(port, bidder.auctionId, bidder.token, sockets));
  }
  const statuses = await Promise.all(replies);
  for (const status of statuses) if (status !== 200) refused[status] = (refused[status] ?? 0) + 1;
  let [receivedBytes, sentBytes] = [0, 0];
  for (const [socket, before] of sockets) {
    receivedBytes += socket.bytesRead - before.received;
    sentBytes += socket.bytesWritten - before.sent;
  }
  const accepted = statuses.filter((status) => status === 200).length;
  return { accepted, refused, receivedBytes, sentBytes };
}

function post(
  port: number,
  auctionId: number,
  token: string,
  sockets: Map<Socket, { received: number; sent: number }>,
): Promise<number> {
  keys += 1;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: `/api/auction/bid/${auctionId}`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-length': 0,
          'idempotency-key': `bench-${process.pid}-${keys}`,
        },
      },
      (reply) => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    outgoing.once('socket', (socket) => {
      if (!sockets.has(socket))
        sockets.set(socket, { received: socket.bytesRead, sent: socket.bytesWritten });
    });
    outgoing.once('error', reject).end();
  });
}

const calls = { bid };
export type BidCalls = typeof calls;

serveCalls(calls);
