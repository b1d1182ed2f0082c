import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import type { RedisConnections } from '../redis.ts';
import type { Rooms } from './create-rooms.ts';
import { type Collected, type MergedTrace, type MissingServer, mergeParts } from './merge-parts.ts';
import type { RoomTraces } from './room-traces.ts';
import { type SeenServer, ServersSeen } from './servers-seen.ts';
import { readPart, TracePart } from './trace-part.ts';

const [ASK, ANSWER] = ['trace.ask', 'trace.answer'];
const ANSWER_WITHIN_MS = 1_500;
/** Of the parts in Redis. */
const KEEP_MS = 10_000;
const SWEEP_EVERY_MS = 10_000;
const MOST_PART_BYTES = 64 * 1024 * 1024;
const zip = promisify(gzip);
const unzip = promisify(gunzip);

const Question = z.object({
  id: z.string().max(64),
  room: z.string().max(96),
  salt: z.string().max(64),
  most: z.int().min(1).max(1_000_000),
});
const Answered = z.object({ id: z.string().max(64), server: z.string().max(64) });

export interface TraceCollectorOptions {
  traces: RoomTraces;
  rooms: Pick<Rooms, 'membersOf' | 'io' | 'serverId'>;
  redis: RedisConnections;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  answerWithinMs?: number;
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
    this.#seen.start();
    this.#timer = setInterval(() => this.#options.traces.sweep(), SWEEP_EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    this.#seen.stop();
    clearInterval(this.#timer);
  }

  /** Resolves within two seconds. Never rejects because of another server. */
  async collect(room: string, most: number): Promise<MergedTrace> {
    const salt = randomBytes(16).toString('base64url');
    const others = await this.#seen.others();
    const { parts, missing } = await this.#ask(others ?? [], { room, salt, most });
    const collected: Collected = {
      parts: [this.#read({ room, salt, most }), ...parts],
      missing: missing.filter(({ seenAt }) => seenAt > this.#oldestMs),
      isWhole: others !== undefined,
    };
    return mergeParts(room, collected, most);
  }

  get #oldestMs(): number {
    const { traces, clock } = this.#options;
    return clock.wallMs() - traces.minutes * 60_000;
  }

  async #ask(
    others: readonly SeenServer[],
    question: { room: string; salt: string; most: number },
  ): Promise<{ parts: TracePart[]; missing: MissingServer[] }> {
    const running = new Set(others.filter(({ isGone }) => !isGone).map(({ id }) => id));
    const parts = new Map<string, TracePart>();
    if (running.size > 0) {
      const id = randomBytes(12).toString('base64url');
      const reads: Promise<void>[] = [];
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, this.#options.answerWithinMs ?? ANSWER_WITHIN_MS);
        this.#waiting.set(id, (server) => {
          running.delete(server);
          reads.push(
            this.#fetch(id, server).then((part) => {
              if (part) parts.set(server, part);
            }),
          );
          if (running.size > 0) return;
          clearTimeout(timer);
          resolve();
        });
        this.#options.rooms.io.serverSideEmit(ASK, { id, ...question });
      });
      this.#waiting.delete(id);
      await Promise.all(reads);
    }
    const missing = others.flatMap(({ id, seenAt, isGone }): MissingServer[] =>
      parts.has(id) ? [] : [{ id, seenAt, state: isGone ? 'gone' : 'silent' }],
    );
    return { parts: [...parts.values()], missing };
  }

  #read({ room, salt, most }: { room: string; salt: string; most: number }): TracePart {
    const { traces, rooms, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    return readPart(traces, {
      server: rooms.serverId,
      room,
      salt,
      most,
      ...rooms.membersOf(room),
      offsetMs: clock.wallMs() - nowMs,
      nowMs,
    });
  }

  async #answer(body: unknown): Promise<void> {
    const { redis, rooms } = this.#options;
    const { id, ...question } = Question.parse(body);
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
