import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AdjustReply, LoadTest } from '@copup/shared/admin.ts';
import type { AdminAuction, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { SignedIn } from '@copup/shared/auth.ts';
import type { CommandName, Outcome, Recorder } from './history.ts';

const replyTimeoutMs = 5_000;
/** Thousands of players are made, and their accounts closed, in one call. */
const realmTimeoutMs = 120_000;
const retries = 12;
const retryPauseMs = 200;

interface Call {
  token?: string;
  key?: string;
  body?: unknown;
  timeoutMs?: number | undefined;
}

interface Reply {
  status: number;
  body: unknown;
}

/** One REST call. Rejects when no whole reply came in time: within 5 s unless said otherwise. */
export async function call(
  server: string,
  method: string,
  path: string,
  { token, key, body, timeoutMs = replyTimeoutMs }: Call = {},
): Promise<Reply> {
  const response = await fetch(`${server}/api${path}`, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}

async function callOrThrow<Body>(server: string, method: string, path: string, options: Call): Promise<Body> {
  const reply = await call(server, method, path, options);
  if (reply.status >= 300)
    throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply.body as Body;
}

/** What an operator does before and after a drill. */
export class Operator {
  readonly #server: string;
  readonly #token: string;

  private constructor(server: string, token: string) {
    this.#server = server;
    this.#token = token;
  }

  static async signIn(server: string, email: string, password: string): Promise<Operator> {
    const { token } = await callOrThrow<SignedIn>(server, 'POST', '/auth/login', {
      body: { email, password },
    });
    return new Operator(server, token);
  }

  /** O5: a realm with players who are signed in already. */
  createLoadTest(users: number, coins: number): Promise<LoadTest> {
    const body = { users, bid_points: coins };
    return this.call('POST', '/admin/load-tests', body, realmTimeoutMs);
  }

  /** O5: cancels what is open in the realm and closes its accounts. May be called again. */
  endLoadTest(realm: number): Promise<void> {
    return this.call('DELETE', `/admin/load-tests/${realm}`, undefined, realmTimeoutMs);
  }

  /** O4, below the amount that needs a second operator. Rejects unless it was done. */
  adjust(userId: string, bidPoints: number, key: string, server = this.#server): Promise<AdjustReply> {
    const body = { bid_points: bidPoints, reason: 'a drill' };
    return callOrThrow(server, 'POST', `/admin/users/${userId}/adjust`, { token: this.#token, key, body });
  }

  createAuction(body: NewAuctionBody): Promise<AdminAuction> {
    return this.call('POST', '/admin/auctions', body);
  }

  /** Any call below /api. Rejects when the reply is no success. */
  call<Body>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<Body> {
    return callOrThrow(this.#server, method, path, { token: this.#token, body, timeoutMs });
  }
}

/** 503 in most cases says that nothing was done; this one says that nobody knows. */
const unknownCodes = new Set(['OUTCOME_UNKNOWN', 'INTERNAL']);

/** How a drill sends a command otherwise than a player would. */
export interface OwnWay {
  key?: string;
  /** Which server is asked first, by its place. */
  server?: number;
  /** Under which name it is recorded, for a user who does several things at once. */
  process?: string;
  /** How often a lost reply is asked for again. */
  retries?: number;
}

/** One player: does one thing at a time, and when a reply is lost asks again with the same key, on the next server. */
export class Player {
  readonly userId: string;
  readonly username: string;
  readonly token: string;
  readonly #servers: readonly string[];
  readonly #recorder: Recorder;
  #at: number;

  constructor(
    user: LoadTest['users'][number],
    servers: readonly string[],
    firstServer: number,
    recorder: Recorder,
  ) {
    this.userId = user.id;
    this.username = user.username;
    this.token = user.token;
    this.#servers = servers;
    this.#at = firstServer;
    this.#recorder = recorder;
  }

  /** `key` and `server` only where a drill has its own; a lost reply is asked for again all the same. */
  bid(auctionId: number, maxBidPoints?: number, own: OwnWay = {}): Promise<Outcome> {
    const body = maxBidPoints === undefined ? undefined : { maxBidPoints };
    return this.#intend('bid', `/auction/bid/${auctionId}`, { auctionId, maxBidPoints }, body, own);
  }

  payEntry(auctionId: number, own: OwnWay = {}): Promise<Outcome> {
    return this.#intend('pay-entry', `/auction/pay-entry/${auctionId}`, { auctionId }, undefined, own);
  }

  /** A GET below /api on this player's server; not part of the history. Rejects when the reply is no success. */
  read<Body>(path: string): Promise<Body> {
    return callOrThrow(this.#servers[this.#at] ?? '', 'GET', path, { token: this.token });
  }

  async #intend(
    command: CommandName,
    path: string,
    args: { auctionId: number; maxBidPoints?: number | undefined },
    body: unknown,
    { key = randomUUID(), server, process = this.username, retries: most = retries }: OwnWay,
  ): Promise<Outcome> {
    const intent = { process, command, key, args: { ...args, userId: this.userId } };
    let at = server ?? this.#at;
    for (let attempt = 0; ; attempt += 1) {
      const url = this.#servers[at] ?? '';
      const outcome = await this.#recorder.run(intent, () => this.#send(url, path, key, body));
      if (outcome.type !== 'unknown' || attempt === most) return outcome;
      at = (at + 1) % this.#servers.length;
      if (server === undefined) this.#at = at;
      await pause(retryPauseMs);
    }
  }

  async #send(server: string, path: string, key: string, body: unknown): Promise<Outcome> {
    const reply = await call(server, 'POST', path, { token: this.token, key, body });
    if (reply.status < 300) return { type: 'ok', reply: reply.body };
    const { code } = (reply.body ?? {}) as { code?: string };
    const isUnknown = code === undefined || unknownCodes.has(code);
    return {
      type: isUnknown ? 'unknown' : 'fail',
      reply: { status: reply.status, ...(reply.body as object) },
    };
  }
}
