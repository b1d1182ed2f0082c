import type { NewFactor, RecoveryCodes } from '@copup/shared/second-factor.ts';
import { findUser } from '../../accounts/users.queries.ts';
import { eq, isNull, sql } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { seal } from '../../seal.ts';
import { mailFactorChange } from '../../second-factor/factor-notices.ts';
import { replaceRecoveryCodes } from '../../second-factor/recovery-codes.ts';
import { deleteFactor, lockFactor } from '../../second-factor/second-factor.queries.ts';
import { secondFactors } from '../../second-factor/second-factor.tables.ts';
import { describeSecret, SECRET_BYTES } from '../../second-factor/totp.ts';
import {
  acceptStep,
  findStep,
  noSecondFactor,
  tryFactor,
  wrongFactor,
} from '../../second-factor/try-factor.ts';
import type { Viewer } from '../../sessions/sessions.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'log' | 'randomBytes' | 'sessions' | 'mail'>;

/**
 * Starts an enrolment with a new secret. The factor is not required before a code confirms it; a later call starts
 * over.
 */
export async function beginEnrolment(deps: FactorDeps, { userId }: Viewer): Promise<NewFactor> {
  const secret = deps.randomBytes(SECRET_BYTES);
  return inTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, userId);
    invariant(user, 'the user of a session does not exist');
    const sealed = seal(
      { key: deps.config.secretsKey, purpose: 'second factor', randomBytes: deps.randomBytes },
      secret,
      userId,
    );
    const { rowCount } = await tx.orm
      .insert(secondFactors)
      .values({ userId, secret: sealed })
      .onConflictDoUpdate({
        target: secondFactors.userId,
        set: { secret: sealed, createdAt: sql`clock_timestamp()` },
        setWhere: isNull(secondFactors.confirmedAt),
      });
    if (rowCount === 0)
      throw new Refusal('SECOND_FACTOR_EXISTS', 'This account already has a second factor.');
    return describeSecret(secret, user.email ?? user.username);
  });
}

/** Confirms the enrolment with a code. Returns the recovery codes, once, and ends the user's other sessions. */
export async function confirmEnrolment(
  deps: FactorDeps,
  { userId, sessionId }: Viewer,
  code: string,
): Promise<RecoveryCodes> {
  const codes = await inTransaction(deps.db, async (tx) => {
    const factor = await lockFactor(tx, userId);
    if (!factor) throw noSecondFactor();
    if (factor.confirmedAt) {
      throw new Refusal('SECOND_FACTOR_EXISTS', 'This account already has a second factor.');
    }
    const now = await tx.clock();
    const step = findStep(deps, factor, code, now);
    if (step === undefined) throw wrongFactor();
    await tx.orm.update(secondFactors).set({ confirmedAt: now }).where(eq(secondFactors.userId, userId));
    await acceptStep(tx, userId, step);
    const reason = 'second factor enrolled';
    await deps.sessions.end(tx, { userId, exceptSessionId: sessionId, reason });
    await noteChange(tx, deps, userId, 'enrolled');
    return replaceRecoveryCodes(tx, deps, userId);
  });
  await deps.sessions.readChanges();
  return { recovery_codes: codes };
}

/** Replaces the recovery codes; earlier ones become invalid. Needs a code of the factor. */
export async function renewRecoveryCodes(
  deps: FactorDeps,
  { userId }: Viewer,
  code: string,
): Promise<RecoveryCodes> {
  await tryFactor(deps, userId, code);
  const codes = await inTransaction(deps.db, async (tx) => {
    if (!(await lockFactor(tx, userId))?.confirmedAt) throw noSecondFactor();
    await noteChange(tx, deps, userId, 'newRecoveryCodes');
    return replaceRecoveryCodes(tx, deps, userId);
  });
  return { recovery_codes: codes };
}

/** Removes the user's own second factor. Needs a code of it; a recovery code serves when the phone is lost. */
export async function disableFactor(deps: FactorDeps, { userId }: Viewer, code: string): Promise<void> {
  await tryFactor(deps, userId, code);
  await inTransaction(deps.db, async (tx) => {
    if (!(await deleteFactor(tx, userId))) throw noSecondFactor();
    await noteChange(tx, deps, userId, 'disabled');
  });
  await deps.sessions.readChanges();
}

const auditActions = {
  enrolled: 'second-factor.enrol',
  disabled: 'second-factor.disable',
  newRecoveryCodes: 'second-factor.recovery-codes',
} as const;

async function noteChange(
  tx: Transaction,
  deps: FactorDeps,
  userId: string,
  what: keyof typeof auditActions,
): Promise<void> {
  const subject = { kind: 'user', id: userId };
  await writeAudit(tx, { operatorId: userId, action: auditActions[what], subject });
  const user = await findUser(tx, userId);
  if (user) await mailFactorChange(tx, deps, user, what);
  await deps.sessions.publishUserChanges(tx, [userId]);
}
