import type { ConfirmMethod } from '@copup/shared/auth.ts';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { sessions } from './sessions.tables.ts';
import type { Viewer } from './sessions.ts';

type RecentDeps = Pick<Deps, 'db' | 'settings' | 'google'>;

interface Confirmed {
  isRecent: boolean;
  /** Whether the last confirmed action is noted too long ago; so that a session is written once a minute at most. */
  needsNote: boolean;
  hasPassword: boolean;
  hasGoogle: boolean;
  hasFactor: boolean;
}

/** After this time a confirmation ends, even if each action followed the one before soon. */
const LONGEST_MINUTES = 30;

/**
 * Throws REAUTH_NEEDED, with the methods to confirm, unless the user recently signed in or confirmed their identity
 * (S8a). Reads the row: another server may just have confirmed it.
 */
export async function requireRecentSignIn(deps: RecentDeps, viewer: Viewer): Promise<void> {
  await readConfirmed(deps, viewer);
}

/** Does the same for an operator's action, which extends the time of the confirmation up to 30 minutes. */
export async function requireConfirmed(deps: RecentDeps, viewer: Viewer): Promise<void> {
  const { needsNote } = await readConfirmed(deps, viewer);
  if (!needsNote) return;
  await deps.db.orm
    .update(sessions)
    .set({ confirmedActionAt: sql`clock_timestamp()` })
    .where(eq(sessions.id, viewer.sessionId));
}

/** Returns the facts of a session whose last confirmation is recent. Throws REAUTH_NEEDED with the ways to confirm. */
async function readConfirmed(deps: RecentDeps, { sessionId }: Viewer): Promise<Confirmed> {
  const { rows } = await deps.db.pool.query<Confirmed>({
    name: 'sessions-recent',
    text: `SELECT s.authenticated_at > statement_timestamp() - $3::int * interval '1 minute'
          AND last.at > statement_timestamp() - $2::int * interval '1 minute' AS "isRecent",
        last.at < statement_timestamp() - interval '1 minute' AS "needsNote",
        u.password_hash IS NOT NULL AS "hasPassword", u.google_sub IS NOT NULL AS "hasGoogle",
        f.user_id IS NOT NULL AS "hasFactor"
      FROM sessions s JOIN users u ON u.id = s.user_id
        LEFT JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL
        CROSS JOIN LATERAL (SELECT greatest(s.authenticated_at, s.confirmed_action_at) AS at) AS last
      WHERE s.id = $1`,
    values: [sessionId, deps.settings.get('reauthenticateAfterMinutes'), LONGEST_MINUTES],
  });
  const [found] = rows;
  if (found?.isRecent) return found;
  throw new Refusal('REAUTH_NEEDED', 'Please confirm that it is you.', {
    details: { methods: found ? methodsOf(found, deps) : [] },
  });
}

function methodsOf(
  { hasPassword, hasGoogle, hasFactor }: Confirmed,
  { google }: RecentDeps,
): ConfirmMethod[] {
  return [
    ...(hasPassword ? (['password'] as const) : []),
    ...(hasFactor ? (['code'] as const) : []),
    ...(hasGoogle && google ? (['google'] as const) : []),
  ];
}

/** Records that the user of this session has just confirmed their identity, and notifies every server. */
export async function noteConfirmed(
  tx: Transaction,
  deps: Pick<Deps, 'sessions'>,
  { sessionId, userId }: Viewer,
): Promise<void> {
  await tx.orm
    .update(sessions)
    .set({ authenticatedAt: sql`clock_timestamp()` })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)));
  await deps.sessions.publishUserChanges(tx, [userId]);
}

/** Returns whether this operator must enrol a second factor before doing anything else (S8a). */
export function mustEnrol(
  { config, settings }: Pick<Deps, 'config' | 'settings'>,
  { role, hasSecondFactor }: Pick<Viewer, 'role' | 'hasSecondFactor'>,
): boolean {
  return role === 1 && !hasSecondFactor && config.isProduction && settings.get('secondFactorRequired');
}
