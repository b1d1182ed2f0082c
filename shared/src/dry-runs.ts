import { z } from 'zod';
import { dryRunSizes } from './dry-run-sizes.ts';
import { type SubjectKindName, subjectKinds } from './live-subjects.ts';
import { IsoTime } from './wire.ts';

const { players, minutes } = dryRunSizes;
const MAX_ID = 999_999_999;
const Kind = z.enum(subjectKinds as [SubjectKindName, ...SubjectKindName[]]);

/** O7: rehearses a subject. */
export const NewDryRunBody = z.object({
  kind: Kind,
  subject_id: z.int().min(1).max(MAX_ID),
  players: z.int().min(players.fewest).max(players.most).default(players.usual),
  minutes: z.int().min(minutes.fewest).max(minutes.most).default(minutes.usual),
});
export type NewDryRunBody = z.input<typeof NewDryRunBody>;

/** Milliseconds; null without a measurement. */
const Times = z.object({ count: z.int(), p50: z.number().nullable(), p99: z.number().nullable() });
/** What the simulated players saw. */
export const DryRunFigures = z.object({
  /** Why it ended before its time; null if it did not. */
  stopped: z.string().nullable(),
  seconds: z.number(),
  accepted: z.int(),
  /** Refusals by their code, which the rules allow. */
  refused: z.record(z.string(), z.int()),
  /** All other failures by their kind. */
  errors: z.record(z.string(), z.int()),
  command: Times,
  /** From the commit of a bid until a watcher has it. */
  delivery: Times,
  /** States of watchers that were compared with the server's, and those that differed. */
  compared: z.int(),
  divergent: z.int(),
  lost: z.int(),
  doubled: z.int(),
  /** Coins of all players minus the coins that they must have. */
  unbalanced: z.int(),
  violations: z.array(z.string()),
  checks: z.array(z.string()),
  /** One for each second at least: accepted commands, and the p99 of deliveries in milliseconds. */
  timeline: z.array(z.object({ at: z.int(), accepted: z.int(), p99: z.number().nullable() })),
  /** From the end to the settlement, in milliseconds. */
  close_ms: z.number().nullable(),
  /** How the copy ended: its status, and coins of the highest bid, the pot or the prize. */
  ended: z
    .object({ status: z.string(), coins: z.int(), winner: z.string().nullable(), entries: z.int() })
    .nullable(),
});
export type DryRunFigures = z.infer<typeof DryRunFigures>;

export const DryRunReport = DryRunFigures.extend({
  /** Of one core of the server: before, more than that meanwhile on average, and at most in ten seconds with all that it does. */
  share: z.object({ before: z.number(), mean: z.number(), most: z.number() }),
  /** Coins that moved, by the kind of transfer. */
  money: z.array(z.object({ kind: z.string(), count: z.int(), coins: z.int() })),
});
export type DryRunReport = z.infer<typeof DryRunReport>;

/** Ready to open; open with care; do not open. */
export const DryRunVerdict = z.enum(['ready', 'care', 'no']);
export type DryRunVerdict = z.infer<typeof DryRunVerdict>;
const State = z.enum(['running', 'ended']);

export const ListedDryRun = z.object({
  id: z.int(),
  kind: Kind,
  subject_id: z.int(),
  name: z.string(),
  players: z.int(),
  minutes: z.int(),
  state: State,
  /** Null while it runs, and when it was ended or its server stopped. */
  verdict: DryRunVerdict.nullable(),
  started_by: z.string().nullable(),
  started_at: IsoTime,
  ended_at: IsoTime.nullable(),
});
export type ListedDryRun = z.infer<typeof ListedDryRun>;
export const DryRun = ListedDryRun.extend({
  /** What a page shows while it runs. */
  realm: z.int(),
  report: DryRunReport.nullable(),
  /** Why it has no report, as far as that is known. */
  failure: z.string().nullable(),
});
export type DryRun = z.infer<typeof DryRun>;
export const DryRunsQuery = z.object({ state: State.optional() });

/** What a server tells the program of the simulated players. */
export interface DryRunJob {
  url: string;
  /** Of the operator, to create the copy and to read the books. */
  token: string;
  realm: number;
  users: { id: string; username: string; token: string; wallet_address: string }[];
  kind: SubjectKindName;
  subjectId: number;
  coins: number;
  durationMs: number;
  seed: number;
}
