import { pgTable, text } from '../db/drizzle.ts';

/** Written by readiness checks, in transactions that are rolled back. */
export const writeChecks = pgTable('write_checks', { filler: text('filler').notNull() });
