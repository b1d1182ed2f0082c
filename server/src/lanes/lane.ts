import type { StoredReply } from '../db/with-stored-reply.ts';
import type { Refusal } from '../errors.ts';
import { type LaneKind, type LaneKindStats, MovedTo, type Queued } from './lane-kind.ts';
import type { CommandTrace } from './lane-traces.ts';

const MAX_BATCH = 256;
/** The assumed duration of the first batches, before any was measured. */
export const FIRST_BATCH_MS = 5;
/** The weight of one batch's duration in the moving averages. */
const AVERAGE_WEIGHT = 0.2;
/** Caps one slow batch in the averages, so that it does not block a lane for long. */
const LONGEST_SAMPLE_MS = 1_000;

/** Returns the moving average after a batch of this duration. */
export const averageMs = (beforeMs: number, durationMs: number): number =>
  beforeMs + (Math.min(durationMs, LONGEST_SAMPLE_MS) - beforeMs) * AVERAGE_WEIGHT;

/**
 * Returns whether the deadline has passed. `nowMs` is the clock's monotonic time. A kind checks again after it waited
 * for its lock.
 */
export function isTooLate(queued: { deadlineMs: number }, nowMs: number): boolean {
  return queued.deadlineMs <= nowMs;
}

/** Adds to each command whether its deadline has passed at `nowMs`, and the first reply to its key (P6). */
export function withFirstReplies<Command extends { key: string | undefined }, Reply>(
  batch: readonly Queued<Command>[],
  replies: readonly StoredReply<Reply>[],
  nowMs: number,
  userOf: (command: Command) => string,
) {
  const stored = new Map(replies.map((reply) => [`${reply.userId} ${reply.key}`, reply]));
  return batch.map((queued) => ({
    command: queued.command,
    isTooLate: isTooLate(queued, nowMs),
    stored: stored.get(`${userOf(queued.command)} ${queued.command.key}`),
  }));
}

/** Returns an answer for each command of a batch: moved to its lane, or else the next of those decided. */
export function moveOrAnswer<Answer>(
  movedTo: readonly (string | undefined)[],
  decided: readonly Answer[],
): (Answer | MovedTo)[] {
  const next = decided.values();
  return movedTo.map((key) => (key === undefined ? (next.next().value as Answer) : new MovedTo(key)));
}

/** A kind with the statistics of its lanes. */
export interface LaneKindState {
  kind: LaneKind<unknown, unknown, unknown>;
  maxBatch: number;
  batches: number;
  commands: number;
  accepted: number;
  halvings: number;
  lostCommits: number;
  batchMs: number;
  refused: Map<string, number>;
}

export function newKindState(kind: LaneKind<unknown, unknown, unknown>): LaneKindState {
  return {
    kind,
    maxBatch: kind.maxBatch ?? MAX_BATCH,
    batches: 0,
    commands: 0,
    accepted: 0,
    halvings: 0,
    lostCommits: 0,
    batchMs: FIRST_BATCH_MS,
    refused: new Map(),
  };
}

export function countRefusal(of: LaneKindState, refusal: Refusal): void {
  of.refused.set(refusal.code, (of.refused.get(refusal.code) ?? 0) + 1);
}

export function statsOf(of: LaneKindState, lanes: readonly { waitingCount: number }[]): LaneKindStats {
  return {
    name: of.kind.name,
    lanes: lanes.length,
    waiting: lanes.reduce((sum, lane) => sum + lane.waitingCount, 0),
    batches: of.batches,
    commands: of.commands,
    accepted: of.accepted,
    halvings: of.halvings,
    lostCommits: of.lostCommits,
    batchMs: of.batchMs,
    refused: Object.fromEntries(of.refused),
  };
}

export interface Waiting extends Queued<unknown> {
  /** Undefined unless the command's caller is traced. */
  trace: CommandTrace | undefined;
  answer(outcome: unknown): void;
  refuse(refusal: Refusal): void;
}

/** The commands of one key: those that wait, in order of arrival, and the running batch. */
export class Lane {
  readonly key: string;
  readonly of: LaneKindState;
  readonly waitsForLocks: boolean;
  state: 'idle' | 'collecting' | 'ready' | 'running' = 'idle';
  idleSinceMs = 0;
  runningSinceMs = 0;
  private waiting: Waiting[] = [];
  /** Parts of a batch that failed, older than everything in `waiting`. */
  private parts: Waiting[][] = [];
  private batchMs: number;

  constructor(key: string, of: LaneKindState) {
    this.key = key;
    this.of = of;
    this.waitsForLocks = of.kind.waitsForLocks?.(key) ?? false;
    this.batchMs = of.batchMs;
  }

  get waitingCount(): number {
    let count = this.waiting.length;
    for (const part of this.parts) count += part.length;
    return count;
  }

  get isEmpty(): boolean {
    return this.waiting.length === 0 && this.parts.length === 0;
  }

  get hasParts(): boolean {
    return this.parts.length > 0;
  }

  add(command: Waiting): void {
    this.waiting.push(command);
  }

  /** Removes and returns the oldest commands, at most one batch. */
  take(): Waiting[] {
    const part = this.parts.shift();
    if (part) return part;
    if (this.waiting.length <= this.of.maxBatch) {
      const all = this.waiting;
      this.waiting = [];
      return all;
    }
    return this.waiting.splice(0, this.of.maxBatch);
  }

  /** Puts a failed batch back as two halves, ahead of all other commands. */
  halve(batch: Waiting[]): void {
    const middle = Math.ceil(batch.length / 2);
    this.parts.unshift(batch.slice(0, middle), batch.slice(middle));
    this.of.halvings += 1;
  }

  /** Removes and returns the commands whose deadline has passed. */
  takeExpired(nowMs: number): Waiting[] {
    const isExpired = (one: Waiting) => isTooLate(one, nowMs);
    if (!this.waiting.some(isExpired) && !this.parts.some((part) => part.some(isExpired))) return [];
    const expired = [...this.parts.flat(), ...this.waiting].filter(isExpired);
    this.waiting = this.waiting.filter((one) => !isExpired(one));
    this.parts = this.parts
      .map((part) => part.filter((one) => !isExpired(one)))
      .filter((part) => part.length > 0);
    return expired;
  }

  /**
   * Returns how long a command that arrives now would wait for its batch to start, not counting the wait for a free
   * transaction.
   */
  expectedWaitMs(nowMs: number): number {
    let waitMs = (this.parts.length + Math.floor(this.waiting.length / this.of.maxBatch)) * this.batchMs;
    if (this.state === 'running') {
      const elapsedMs = nowMs - this.runningSinceMs;
      // A batch that exceeds the average is assumed to be half done.
      waitMs += elapsedMs < this.batchMs ? this.batchMs - elapsedMs : elapsedMs;
    }
    return waitMs;
  }

  finished(durationMs: number): void {
    this.batchMs = averageMs(this.batchMs, durationMs);
    this.of.batchMs = averageMs(this.of.batchMs, durationMs);
    this.of.batches += 1;
  }
}
