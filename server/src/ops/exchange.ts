import { OpsHistory } from '@copup/shared/ops.ts';
import { z } from 'zod';
import type { RedisConnections } from '../redis.ts';
import { MAX_REPORTED, type ServerReport } from './report.ts';

/** Servers report for so long after somebody has last watched. */
const WATCHED_MS = 5_000;
const KEEP_REPORTS_MS = 10_000;
const KEEP_HISTORIES_MS = 120_000;
const HISTORY_EVERY_TICKS = 30;
/** A server whose report stands still for so many ticks is gone. */
const GONE_AFTER_TICKS = 4;

const Sparse = z.array(z.tuple([z.int().min(0).max(64), z.int().min(0)]));
const count = z.number().min(0);
const Window = z.object({
  members: count,
  joins: count,
  updates: count,
  messages: count,
  bytes: count,
  emit: Sparse,
  client: Sparse,
});
/** Redis is shared with whoever can reach it, and with servers of another version. */
const Report = z.object({
  id: z.string().max(64),
  tick: count,
  elapsedMs: count,
  cpu: count,
  loop: count,
  sockets: count,
  reopened: count,
  commands: count,
  commandsRefused: count,
  guardStops: count,
  total: Window,
  rooms: z.array(Window.extend({ room: z.string().max(96), kind: z.string().max(32) })).max(MAX_REPORTED),
  roomCount: count,
});

interface Heard {
  tick: number;
  ticksWithoutNews: number;
}

/**
 * How servers tell one another of their last second: over keys in Redis that expire, and only while somebody watches on
 * one of them. Without Redis each is alone. Nothing here throws.
 */
export class Exchange {
  readonly #redis: RedisConnections;
  readonly #id: string;
  readonly #heard = new Map<string, Heard>();
  #ticks = 0;
  #saidHistoryAt: number | undefined;
  #others: ServerReport[] | undefined = undefined;

  constructor(redis: RedisConnections, id: string) {
    this.#redis = redis;
    this.#id = id;
  }

  /** Once a second. `makeReport` and `readHistory` are called only when somebody watches, here or elsewhere. */
  async tick(
    isWatchedHere: boolean,
    makeReport: () => ServerReport,
    readHistory: () => OpsHistory,
  ): Promise<void> {
    this.#ticks += 1;
    const { commands } = this.#redis;
    this.#others = undefined;
    if (!commands || !this.#redis.isReady()) return;
    try {
      if (isWatchedHere) await commands.set(this.#key('watched'), '1', 'PX', WATCHED_MS);
      else if ((await commands.get(this.#key('watched'))) === null) {
        this.#saidHistoryAt = undefined;
        return;
      }
      await this.#say('reports', JSON.stringify(makeReport()), KEEP_REPORTS_MS);
      if (this.#saidHistoryAt === undefined || this.#ticks - this.#saidHistoryAt >= HISTORY_EVERY_TICKS) {
        this.#saidHistoryAt = this.#ticks;
        await this.#say('histories', JSON.stringify(readHistory()), KEEP_HISTORIES_MS);
      }
      if (isWatchedHere) this.#others = this.#fresh(await commands.hgetall(this.#key('reports')));
    } catch {
      // Away or too slow: the next second is another one.
    }
  }

  /** What the other servers said at the last tick; undefined when Redis did not answer. */
  get others(): readonly ServerReport[] | undefined {
    return this.#others;
  }

  /** Those of the other servers, as far as they are known. */
  async histories(): Promise<OpsHistory[]> {
    const { commands } = this.#redis;
    if (!commands || !this.#redis.isReady()) return [];
    try {
      const found = await commands.hgetall(this.#key('histories'));
      return Object.entries(found).flatMap(([id, text]) =>
        id === this.#id ? [] : (parse(OpsHistory, text) ?? []),
      );
    } catch {
      return [];
    }
  }

  async #say(what: string, text: string, keepMs: number): Promise<void> {
    const { commands } = this.#redis;
    if (!commands) return;
    await Promise.all([
      commands.hset(this.#key(what), this.#id, text),
      commands.pexpire(this.#key(what), keepMs),
    ]);
  }

  #fresh(found: Record<string, string>): ServerReport[] {
    const reports: ServerReport[] = [];
    for (const [id, text] of Object.entries(found)) {
      if (id === this.#id) continue;
      const report = parse(Report, text);
      if (!report) continue;
      const heard = this.#heard.get(id);
      const ticksWithoutNews = heard?.tick === report.tick ? heard.ticksWithoutNews + 1 : 0;
      this.#heard.set(id, { tick: report.tick, ticksWithoutNews });
      if (ticksWithoutNews < GONE_AFTER_TICKS) reports.push(report);
      else this.#forget(id);
    }
    return reports;
  }

  #forget(id: string): void {
    this.#heard.delete(id);
    this.#redis.commands?.hdel(this.#key('reports'), id).catch(() => {});
  }

  /** In a cluster all of them are on one node. */
  #key(what: string): string {
    return `{${this.#redis.prefix}}:ops:${what}`;
  }
}

function parse<Value>(schema: z.ZodType<Value>, text: string): Value | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
