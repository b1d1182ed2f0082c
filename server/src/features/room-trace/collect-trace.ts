import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { withDeadline } from '../../deadline.ts';
import type { RedisConnections } from '../../redis.ts';
import type { RoomTraces } from '../../rooms/room-traces.ts';
import type { Rooms } from '../../rooms/rooms.ts';
import { type MergedTrace, type MissingServer, mergeParts } from './merge-parts.ts';
import { ServersSeen } from './servers-seen.ts';
import { readPart, TracePart } from './trace-part.ts';

const [ASK, ANSWER] = ['trace.ask', 'trace.answer'];
const ANSWER_WITHIN_MS = 1_500;
/** Of the parts in Redis. */
const KEEP_MS = 10_000;
const EACH_MS = 5_000;
const MOST_PART_BYTES = 64 * 1024 * 1024;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

const Question = z.object({
  room: z.string().max(96),
  salt: z.string().max(64),
  most: z.int().min(1).max(1_000_000),
});
type Question = z.infer<typeof Question>;
const Asked = Question.extend({ id: z.string().max(64) });
const Answered = z.object({ id: z.string().max(64), server: z.string().max(64) });

export interface TraceCollectorOptions {
  traces: RoomTraces;
  rooms: Pick<Rooms, 'membersOf' | 'io' | 'serverId'>;
  redis: RedisConnections;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
}

/**
 * Collects the events of a room from all servers, only when an operator asks: a question goes over the bus; each server
 * puts its part into Redis and says so. A server that does not answer in time is named in the result.
 */
export class TraceCollector {
  readonly #options: TraceCollectorOptions;
  readonly #seen: ServersSeen;
  /** Called with the server that answered, by question. */
  readonly #waiting = new Map<string, (server: string) => void>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TraceCollectorOptions) {
    this.#options = options;
    const { rooms, redis, clock, log } = options;
    this.#seen = new ServersSeen(redis, clock, rooms.serverId);
    rooms.io.on(ASK, (body: unknown) => {
      this.#answer(body).catch((error: unknown) => log.warn({ err: error }, 'a trace was not sent'));
    });
    rooms.io.on(ANSWER, (body: unknown) => {
      const answered = Answered.safeParse(body);
      if (answered.success) this.#waiting.get(answered.data.id)?.(answered.data.server);
    });
  }

  start(): void {
    void this.#seen.note();
    this.#timer = setInterval(() => {
      void this.#seen.note();
      this.#options.traces.sweep();
    }, EACH_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#seen.noteStop();
  }

  /** Resolves within two seconds. Never rejects because of another server. */
  async collect(room: string, most: number): Promise<MergedTrace> {
    const { traces, clock } = this.#options;
    const question = { room, salt: randomBytes(16).toString('base64url'), most };
    const others = await this.#seen.others();
    const running = (others ?? []).flatMap(({ id, isGone }) => (isGone ? [] : [id]));
    const parts = running.length > 0 ? await this.#ask(running, question) : [];
    const oldestMs = clock.wallMs() - traces.minutes * 60_000;
    const missing = (others ?? [])
      .filter(({ id, seenAt }) => seenAt > oldestMs && !parts.some(({ server }) => server === id))
      .map(({ id, seenAt, isGone }): MissingServer => ({ id, seenAt, state: isGone ? 'gone' : 'silent' }));
    const collected = { parts: [this.#read(question), ...parts], missing, isWhole: others !== undefined };
    return mergeParts(room, collected, most);
  }

  async #ask(servers: readonly string[], question: Question): Promise<TracePart[]> {
    const id = randomBytes(12).toString('base64url');
    const silent = new Set(servers);
    const reads: Promise<TracePart | undefined>[] = [];
    const answered = Promise.withResolvers<void>();
    this.#waiting.set(id, (server) => {
      silent.delete(server);
      reads.push(this.#fetch(id, server));
      if (silent.size === 0) answered.resolve();
    });
    this.#options.rooms.io.serverSideEmit(ASK, { id, ...question });
    await withDeadline(answered.promise, ANSWER_WITHIN_MS, () => undefined);
    this.#waiting.delete(id);
    return (await Promise.all(reads)).filter((part) => part !== undefined);
  }

  #read(question: Question): TracePart {
    const { traces, rooms, clock } = this.#options;
    const { serverId: server } = rooms;
    const nowMs = clock.monotonicMs();
    const offsetMs = clock.wallMs() - nowMs;
    return readPart(traces, { ...question, ...rooms.membersOf(question.room), server, offsetMs, nowMs });
  }

  async #answer(body: unknown): Promise<void> {
    const { redis, rooms } = this.#options;
    const { id, ...question } = Asked.parse(body);
    if (!redis.commands) return;
    const part = await zip(JSON.stringify(this.#read(question)));
    await redis.commands.set(this.#keyOf(id, rooms.serverId), part, 'PX', KEEP_MS);
    rooms.io.serverSideEmit(ANSWER, { id, server: rooms.serverId });
  }

  /** Returns undefined for a part that is not there or not valid: other programs can write to the same Redis. */
  async #fetch(id: string, server: string): Promise<TracePart | undefined> {
    const { redis, log } = this.#options;
    try {
      const zipped = await redis.commands?.getdelBuffer(this.#keyOf(id, server));
      if (!zipped) return undefined;
      const text = await unzip(zipped, { maxOutputLength: MOST_PART_BYTES });
      return { ...TracePart.parse(JSON.parse(text.toString())), server };
    } catch (error) {
      log.warn({ err: error }, 'a part of a trace could not be read');
      return undefined;
    }
  }

  /** The hash tag keeps all keys on one node of a Redis Cluster. */
  #keyOf(id: string, server: string): string {
    return `{${this.#options.redis.prefix}}:trace:${id}:${server}`;
  }
}
