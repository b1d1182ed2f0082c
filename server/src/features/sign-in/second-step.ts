import type { SecondStepBody, SecondStepNeeded, SignedIn } from '@copup/shared/auth.ts';
import { createSigner, createVerifier } from 'fast-jwt';
import { z } from 'zod';
import { findUser } from '../../accounts/users.queries.ts';
import type { UserRow } from '../../accounts/users.tables.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { noteRecoveryCodeUsed } from '../../second-factor/factor-notices.ts';
import { tryFactor } from '../../second-factor/try-factor.ts';
import type { ClientFacts } from './client-facts.ts';
import { createSession } from './signed-in.ts';

type StepDeps = Pick<Deps, 'db' | 'config' | 'log' | 'sessions' | 'mail'>;

const LIFE_S = 300;
const ALGORITHM = 'HS256';
/** Not that of tokens: a ticket is none. */
const ISSUER = 'copup second step';
const Claims = z.object({ sub: z.uuid(), changed: z.int(), exp: z.int() });

/** S8a: the reply to a right password where a second factor is needed: a ticket for the second step, and no token. */
export async function askSecondStep(
  tx: Transaction,
  { config }: Pick<Deps, 'config'>,
  user: UserRow,
): Promise<SecondStepNeeded> {
  const exp = Math.floor((await tx.clock()).getTime() / 1_000) + LIFE_S;
  const sign = createSigner({ key: config.jwtSecret, algorithm: ALGORITHM, iss: ISSUER, noTimestamp: true });
  return {
    message: 'Enter the code of your authenticator app',
    second_step: sign({ sub: user.id, changed: credentialsAt(user), exp }),
    second_step_expires_at: new Date(exp * 1_000).toISOString(),
  };
}

/** The second step: the ticket and a code of the factor for a token. A new password makes earlier tickets worthless. */
export async function finishSecondStep(
  deps: StepDeps,
  { second_step, code }: SecondStepBody,
  client: ClientFacts,
): Promise<SignedIn> {
  const { sub, changed, exp } = readTicket(deps, second_step);
  const user = await inTransaction(deps.db, async (tx) => {
    const isOver = (await tx.clock()).getTime() >= exp * 1_000;
    return isOver ? undefined : findUser(tx, sub);
  });
  if (!user || user.deletedAt || credentialsAt(user) !== changed) throw expired();
  const kind = await tryFactor(deps, user.id, code);
  return inTransaction(deps.db, async (tx) => {
    if (kind === 'recovery_code') await noteRecoveryCodeUsed(tx, deps, user);
    return createSession(tx, deps, user, client);
  });
}

function readTicket({ config }: Pick<Deps, 'config'>, ticket: string): z.infer<typeof Claims> {
  const verify = createVerifier({
    key: config.jwtSecret,
    algorithms: [ALGORITHM],
    allowedIss: ISSUER,
    ignoreExpiration: true,
  });
  try {
    return Claims.parse(verify(ticket));
  } catch (error) {
    throw expired(error);
  }
}

const credentialsAt = ({ credentialsChangedAt }: UserRow) => credentialsChangedAt?.getTime() ?? 0;
const expired = (cause?: unknown) =>
  new Refusal('SECOND_STEP_EXPIRED', 'That took too long. Please sign in again.', { cause });
