import type { SecondStepBody, SecondStepNeeded, SignedIn } from '@copup/shared/auth.ts';
import { findUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import type { ClientFacts } from '../../client-facts.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { mailFactorChange } from '../../second-factor/factor-notices.ts';
import { tryFactor } from '../../second-factor/try-factor.ts';
import type { TicketClaims } from '../../sessions/tokens.ts';
import { createSession } from './signed-in.ts';

type StepDeps = Pick<Deps, 'db' | 'config' | 'log' | 'notices' | 'sessions' | 'tokens' | 'mail'>;

const LIFE_S = 300;

/**
 * Returns the reply to a correct password when a second factor is needed: a ticket for the second step, and no token
 * (S8a).
 */
export async function requireSecondStep(
  tx: Transaction,
  { tokens }: Pick<Deps, 'tokens'>,
  user: UserRow,
): Promise<SecondStepNeeded> {
  const expiresAtS = Math.floor((await tx.clock()).getTime() / 1_000) + LIFE_S;
  return {
    message: 'Enter the code of your authenticator app',
    second_step: tokens.signTicket({ userId: user.id, changedAtMs: credentialsAt(user), expiresAtS }),
    second_step_expires_at: new Date(expiresAtS * 1_000).toISOString(),
  };
}

/** Exchanges the ticket and a code of the factor for a token. A new password invalidates earlier tickets. */
export async function finishSecondStep(
  deps: StepDeps,
  { second_step, code }: SecondStepBody,
  client: ClientFacts,
): Promise<SignedIn> {
  const { userId, changedAtMs, expiresAtS } = readTicket(deps, second_step);
  const user = await inTransaction(deps.db, async (tx) => {
    const isOver = (await tx.clock()).getTime() >= expiresAtS * 1_000;
    return isOver ? undefined : findUser(tx, userId);
  });
  if (!user || user.deletedAt || credentialsAt(user) !== changedAtMs) throw expired();
  const kind = await tryFactor(deps, user.id, code);
  return inTransaction(deps.db, async (tx) => {
    if (kind === 'recovery_code') await noteRecoveryCodeUsed(tx, deps, user);
    return createSession(tx, deps, user, client);
  });
}

async function noteRecoveryCodeUsed(tx: Transaction, deps: Pick<Deps, 'mail'>, user: UserRow): Promise<void> {
  const subject = { kind: 'user', id: user.id };
  await writeAudit(tx, { operatorId: user.id, action: 'second-factor.recovery-code', subject });
  await mailFactorChange(tx, deps, user, 'recoveryCode');
}

/** Verifies a ticket for the second step. Throws SECOND_STEP_EXPIRED. */
function readTicket({ tokens }: Pick<Deps, 'tokens'>, ticket: string): TicketClaims {
  try {
    return tokens.verifyTicket(ticket);
  } catch (error) {
    throw expired(error);
  }
}

const credentialsAt = ({ credentialsChangedAt }: UserRow) => credentialsChangedAt?.getTime() ?? 0;
const expired = (cause?: unknown) =>
  new Refusal('SECOND_STEP_EXPIRED', 'The second step expired. Please sign in again.', { cause });
