import { eq } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { unseal } from '../seal.ts';
import { isRecoveryCode, useRecoveryCode } from './recovery-codes.ts';
import { type FactorRow, lockFactor } from './second-factor.queries.ts';
import { secondFactors } from './second-factor.tables.ts';
import { findTotpStep } from './totp.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'log'>;

/** Since three of a million codes are valid at any time, guessing succeeds with a chance of 1 in 700 a day. */
const MAX_WRONG_TRIES = 5;
const TRIES_WINDOW_MS = 15 * 60_000;

export type FactorKind = 'totp' | 'recovery_code';

type Outcome = { kind: FactorKind } | { retryAfterS: number } | 'none' | 'wrong';

/**
 * Accepts a code of the user's second factor, once (S8a), in its own transaction: a wrong try counts even if the
 * request fails later. Wrong codes are counted per user, since reaching this step requires the password or a session; a
 * recovery code is accepted even then, so that another person cannot lock the user out (S2a).
 */
export async function tryFactor(deps: FactorDeps, userId: string, code: string): Promise<FactorKind> {
  const outcome = await inTransaction(deps.db, async (tx): Promise<Outcome> => {
    const factor = await lockFactor(tx, userId);
    if (!factor?.confirmedAt) return 'none';
    const now = await tx.clock();
    if (isRecoveryCode(code)) {
      return (await useRecoveryCode(tx, deps, userId, code)) ? { kind: 'recovery_code' } : 'wrong';
    }
    return tryTotp(tx, deps, factor, code, now);
  });
  if (outcome === 'none') throw noSecondFactor();
  if (outcome === 'wrong') throw wrongFactor();
  if ('kind' in outcome) return outcome.kind;
  const { retryAfterS } = outcome;
  throw new Refusal('RATE_LIMITED', 'Too many wrong codes. Please wait, or use a recovery code.', {
    retryAfterS,
  });
}

async function tryTotp(
  tx: Transaction,
  deps: FactorDeps,
  factor: FactorRow,
  code: string,
  now: Date,
): Promise<Outcome> {
  const windowEndMs = (factor.wrongSince?.getTime() ?? 0) + TRIES_WINDOW_MS;
  const wrongTries = windowEndMs > now.getTime() ? factor.wrongTries : 0;
  if (wrongTries >= MAX_WRONG_TRIES) return { retryAfterS: (windowEndMs - now.getTime()) / 1_000 };
  const step = findStep(deps, factor, code, now);
  if (step !== undefined && (factor.lastStep === null || step > factor.lastStep)) {
    await acceptStep(tx, factor.userId, step);
    return { kind: 'totp' };
  }
  await tx.orm
    .update(secondFactors)
    .set({ wrongTries: wrongTries + 1, ...(wrongTries === 0 && { wrongSince: now }) })
    .where(eq(secondFactors.userId, factor.userId));
  return 'wrong';
}

/** Returns the time step of a correct code; undefined for a wrong one. */
export function findStep(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  { userId, secret }: FactorRow,
  code: string,
  now: Date,
): number | undefined {
  const opened = unseal({ key: config.secretsKey, purpose: 'second factor' }, secret, userId);
  if (opened) return findTotpStep(opened, code, now);
  log.error({ userId }, 'a second factor cannot be decrypted: it was stored under another SECRETS_KEY');
  return undefined;
}

/** Marks this step and earlier ones as used. */
export async function acceptStep(tx: Transaction, userId: string, step: number): Promise<void> {
  await tx.orm
    .update(secondFactors)
    .set({ lastStep: step, wrongTries: 0 })
    .where(eq(secondFactors.userId, userId));
}

export const noSecondFactor = () => new Refusal('NO_SECOND_FACTOR', 'This account has no second factor.');
export const wrongFactor = () => new Refusal('WRONG_CODE', 'This code is wrong or was already used.');
