import { OpsHistory } from '@copup/shared/ops.ts';
import { z } from 'zod';
import type { RedisConnections } from '../redis.ts';
import { MAX_REPORTED, type ServerReport } from './report.ts';

/** Servers report until this time after an operator last watched. */
const WATCHED_MS = 5_000;
const KEEP_REPORTS_MS = 10_000;
const KEEP_HISTORIES_MS = 120_000;
const HISTORY_EVERY_TICKS = 30;
/** A server whose report did not change for this many ticks is considered gone. */
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
/** Validated, since other programs and servers of other versions can write to the same Redis. */
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

interface LastReport {
  tick: number;
  ticksWithoutNews: number;
}

/**
 * Exchanges the figures of the last second between servers: through Redis keys that expire, and only while an operator
 * watches on one of the servers. Without Redis each server has only its own figures. Never throws.
 */
export class Exchange {
  readonly #redis: RedisConnections;
  readonly #id: string;
  readonly #lastReports = new Map<string, LastReport>();
  #ticks = 0;
  #sentHistoryAt: number | undefined;
  #others: ServerReport[] = [];
  #isAway = false;
  /** The last tick in which a command failed. */
  #failedAt = 0;

  constructor(redis: RedisConnections, id: string) {
    this.#redis = redis;
    this.#id = id;
  }

  /** Called once a second. `makeReport` and `readHistory` are called only while an operator watches on any server. */
  async tick(
    isWatchedHere: boolean,
    makeReport: () => ServerReport,
    readHistory: () => OpsHistory,
  ): Promise<void> {
    this.#ticks += 1;
    const { commands } = this.#redis;
    const before = this.#others;
    this.#others = [];
    if (!commands) return;
    this.#isAway = !this.#redis.isReady();
    if (this.#isAway) return;
    try {
      if (isWatchedHere) await commands.set(this.#key('watched'), '1', 'PX', WATCHED_MS);
      else if ((await commands.get(this.#key('watched'))) === null) {
        this.#sentHistoryAt = undefined;
        return;
      }
      await this.#store('reports', JSON.stringify(makeReport()), KEEP_REPORTS_MS);
      if (this.#sentHistoryAt === undefined || this.#ticks - this.#sentHistoryAt >= HISTORY_EVERY_TICKS) {
        this.#sentHistoryAt = this.#ticks;
        // A day's figures may take longer than a command of each second, and no tick needs them.
        this.#store('histories', JSON.stringify(readHistory()), KEEP_HISTORIES_MS).catch(() => {
          this.#sentHistoryAt = undefined;
        });
      }
      if (isWatchedHere) this.#others = this.#fresh(await commands.hgetall(this.#key('reports')));
    } catch {
      // Redis is unavailable or too slow: the next tick tries again. One late reply is no outage.
      this.#isAway = this.#failedAt > 0 && this.#failedAt === this.#ticks - 1;
      this.#failedAt = this.#ticks;
      if (!this.#isAway) this.#others = before;
    }
  }

  /** The reports of the other servers at the last tick. */
  get others(): readonly ServerReport[] {
    return this.#others;
  }

  /** Whether Redis did not answer at the last tick, so that reports of other servers are missing. */
  get isAway(): boolean {
    return this.#isAway;
  }

  /** Returns the histories of the other servers, as far as they are stored. */
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

  async #store(what: string, text: string, keepMs: number): Promise<void> {
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
      const last = this.#lastReports.get(id);
      const ticksWithoutNews = last?.tick === report.tick ? last.ticksWithoutNews + 1 : 0;
      this.#lastReports.set(id, { tick: report.tick, ticksWithoutNews });
      if (ticksWithoutNews < GONE_AFTER_TICKS) reports.push(report);
      else this.#forget(id);
    }
    return reports;
  }

  #forget(id: string): void {
    this.#lastReports.delete(id);
    this.#redis.commands?.hdel(this.#key('reports'), id).catch(() => {});
  }

  /** The hash tag keeps all keys on one node of a Redis Cluster. */
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
