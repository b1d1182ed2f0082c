import type { Refusal } from '../errors.ts';
import type { LaneKind, LaneKindStats } from './lane-kind.ts';

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
