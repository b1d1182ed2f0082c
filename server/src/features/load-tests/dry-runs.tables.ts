import type { DryRunReport, DryRunVerdict } from '@copup/shared/dry-runs.ts';
import type { SubjectKindName } from '@copup/shared/live-subjects.ts';
import { time } from '../../db/columns.ts';
import { integer, jsonb, pgTable, sql, text, uuid } from '../../db/drizzle.ts';

/** Rehearsals of subjects (O7). One at most has no end: a unique index says so. */
export const dryRuns = pgTable('dry_runs', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  realm: integer('realm').notNull(),
  kind: text('kind').$type<SubjectKindName>().notNull(),
  subjectId: integer('subject_id').notNull(),
  name: text('name').notNull(),
  players: integer('players').notNull(),
  minutes: integer('minutes').notNull(),
  startedBy: uuid('started_by').notNull(),
  startedAt: time('started_at').notNull().default(sql`clock_timestamp()`),
  endedAt: time('ended_at'),
  verdict: text('verdict').$type<DryRunVerdict>(),
  /** Null when it was ended early, or its server stopped. */
  report: jsonb('report').$type<DryRunReport>(),
  failure: text('failure'),
});
