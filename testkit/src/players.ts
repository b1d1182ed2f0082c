import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AdjustReply, LoadTest } from '@copup/shared/admin.ts';
import type { AdminAuction, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { SignedIn } from '@copup/shared/auth.ts';
import { ApiClient, type ApiReply } from './client.ts';
import type { CommandArgs, CommandName, Outcome, Recorder } from './history.ts';

const replyTimeoutMs = 5_000;
/** Creating and closing thousands of players takes one long call. */
const realmTimeoutMs = 120_000;
const retries = 12;
const retryPauseMs = 200;

interface Call {
  token?: string;
  key?: string;
  body?: unknown;
  timeoutMs?: number | undefined;
}

/** Sends one REST call. Rejects without a complete reply within the timeout, by default 5 s. */
export function call(
  server: string,
  method: string,
  path: string,
  { token, key, body, timeoutMs = replyTimeoutMs }: Call = {},
): Promise<ApiReply> {
  const headers = { 'idempotency-key': key };
  return new ApiClient(server, token).call(method, path, { body, headers, timeoutMs });
}

/** The same; rejects with the `code` of the refusal when the server refuses. */
export async function callOrThrow<Body>(
  server: string,
  method: string,
  path: string,
  options: Call,
): Promise<Body> {
  const reply = await call(server, method, path, options);
  if (reply.status >= 300) {
    const error = new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    throw Object.assign(error, { code: reply.body?.code as string | undefined });
  }
  return reply.body;
}

/** Calls the operators' API. */
export class Operator {
  #server: string;
  readonly #token: string;
  readonly #password: string;

  private constructor(server: string, token: string, password: string) {
    this.#server = server;
    this.#token = token;
    this.#password = password;
  }

  static async signIn(
    server: string,
    email: string,
    password: string,
    timeoutMs?: number,
  ): Promise<Operator> {
    const { token } = await callOrThrow<SignedIn>(server, 'POST', '/auth/login', {
      body: { email, password },
      timeoutMs,
    });
    return new Operator(server, token, password);
  }

  /** An operator who is signed in, and whose identity is confirmed for as long as the run takes. */
  static withToken(server: string, token: string): Operator {
    return new Operator(server, token, '');
  }

  /** Sends later calls to another server of the same database. */
  useServer(server: string): void {
    this.#server = server;
  }

  /** O5: creates a realm with signed-in players. */
  createLoadTest(users: number, coins: number): Promise<LoadTest> {
    const body = { users, bid_points: coins };
    return this.call('POST', '/admin/load-tests', body, realmTimeoutMs);
  }

  /** O5: cancels the realm's open auctions and closes its accounts. May be called again. */
  endLoadTest(realm: number): Promise<void> {
    return this.call('DELETE', `/admin/load-tests/${realm}`, undefined, realmTimeoutMs);
  }

  /** O4: adjusts a balance by an amount that needs no second operator. Rejects if it was not done. */
  adjust(userId: string, bidPoints: number, key: string, server = this.#server): Promise<AdjustReply> {
    const body = { bid_points: bidPoints, reason: 'a drill' };
    return this.#confirmed('POST', `/admin/users/${userId}/adjust`, { key, body }, server);
  }

  createAuction(body: NewAuctionBody): Promise<AdminAuction> {
    return this.call('POST', '/admin/auctions', body);
  }

  /** Sends any call below /api. Rejects if it fails. */
  call<Body>(method: string, path: string, body?: unknown, timeoutMs?: number): Promise<Body> {
    return this.#confirmed(method, path, { body, timeoutMs });
  }

  /** Repeats the call once after the password was asked for (S8a), as in a run of more than ten minutes. */
  async #confirmed<Body>(method: string, path: string, options: Call, server = this.#server): Promise<Body> {
    const own = { ...options, token: this.#token };
    try {
      return await callOrThrow<Body>(server, method, path, own);
    } catch (error) {
      if (!String(error).includes('REAUTH_NEEDED')) throw error;
      await callOrThrow(server, 'POST', '/auth/confirm', {
        token: this.#token,
        body: { password: this.#password },
      });
      return callOrThrow<Body>(server, method, path, own);
    }
  }
}

/** Error codes with an unknown outcome. Any other error code means that the command was not executed. */
const unknownCodes = new Set(['OUTCOME_UNKNOWN', 'INTERNAL']);

/** Overrides of how a player sends a command. */
export interface SendOptions {
  key?: string;
  /** Index of the server that receives the first attempt. */
  server?: number;
  /** The name in the history, for a user who sends several commands at once. */
  process?: string;
  /** Number of retries after a lost reply. */
  retries?: number;
  /** A socket of another server than the first may be among them. */
  overSocket?: SendOverSocket | undefined;
}

/** Undefined when the command must be sent by POST with the same key. */
export type SendOverSocket = (command: {
  path: string;
  key: string;
  body: unknown;
}) => Promise<ApiReply | undefined>;

/** A player who sends one command at a time and, after a lost reply, resends it with the same key to the next server. */
export class Player {
  readonly userId: string;
  readonly username: string;
  readonly token: string;
  readonly #servers: readonly string[];
  readonly #recorder: Recorder;
  readonly #overSocket: SendOverSocket | undefined;
  #at: number;

  constructor(
    user: Omit<LoadTest['users'][number], 'wallet_address'>,
    servers: readonly string[],
    firstServer: number,
    recorder: Recorder,
    overSocket?: SendOverSocket,
  ) {
    this.userId = user.id;
    this.username = user.username;
    this.token = user.token;
    this.#servers = servers;
    this.#at = firstServer;
    this.#recorder = recorder;
    this.#overSocket = overSocket;
  }

  /** Index of the server that receives the next command. */
  get server(): number {
    return this.#at;
  }

  /** Sends a bid. After a lost reply it is resent, also with a key or server in `own`. */
  bid(auctionId: number, maxBidPoints?: number, own: SendOptions = {}): Promise<Outcome> {
    const body = maxBidPoints === undefined ? undefined : { maxBidPoints };
    return this.sendRecorded('bid', `/auction/bid/${auctionId}`, { auctionId, maxBidPoints }, body, own);
  }

  payEntry(auctionId: number, own: SendOptions = {}): Promise<Outcome> {
    return this.sendRecorded('pay-entry', `/auction/pay-entry/${auctionId}`, { auctionId }, undefined, own);
  }

  /** Sends later reads to the next server. For a reader whose server does not answer. */
  useNextServer(): void {
    this.#at = (this.#at + 1) % this.#servers.length;
  }

  /** Sends a GET below /api to this player's server, without recording it. Rejects if it fails. */
  read<Body>(path: string): Promise<Body> {
    return callOrThrow(this.#servers[this.#at] ?? '', 'GET', path, { token: this.token });
  }

  /** Sends one command, records it, and resends it with the same key until it is answered. */
  async sendRecorded(
    command: CommandName,
    path: string,
    args: CommandArgs,
    body: unknown,
    { key = randomUUID(), server, process = this.username, retries: most = retries, ...own }: SendOptions,
  ): Promise<Outcome> {
    const intent = { process, command, key, args: { ...args, userId: this.userId } };
    let at = server ?? this.#at;
    for (let attempt = 0; ; attempt += 1) {
      const url = this.#servers[at] ?? '';
      // A socket may be connected to another server than the wanted one.
      const overSocket = own.overSocket ?? (server === undefined ? this.#overSocket : undefined);
      const outcome = await this.#recorder.run(intent, () =>
        this.#send(url, { path, key, body }, overSocket),
      );
      if (outcome.type !== 'unknown' || attempt === most) return outcome;
      at = (at + 1) % this.#servers.length;
      if (server === undefined) this.#at = at;
      await pause(retryPauseMs);
    }
  }

  async #send(
    server: string,
    command: Parameters<SendOverSocket>[0],
    overSocket?: SendOverSocket,
  ): Promise<Outcome> {
    const reply =
      (await overSocket?.(command)) ??
      (await call(server, 'POST', command.path, { token: this.token, ...command }));
    if (reply.status < 300) return { type: 'ok', reply: reply.body };
    const { code }: { code?: string } = reply.body ?? {};
    const isUnknown = code === undefined || unknownCodes.has(code);
    return {
      type: isUnknown ? 'unknown' : 'fail',
      reply: { status: reply.status, ...reply.body },
    };
  }
}
