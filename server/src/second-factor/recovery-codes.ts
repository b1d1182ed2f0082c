import { createHmac } from 'node:crypto';
import { base32 } from '@scure/base';
import { and, eq, isNull, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import { recoveryCodes } from './second-factor.tables.ts';

const COUNT = 10;
/** 80 bits: 16 characters of base32. */
const BYTES = 10;

type RecoveryDeps = Pick<Deps, 'config' | 'randomBytes'>;

/** Replaces the user's recovery codes. The codes are returned once and stored hashed. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  deps: RecoveryDeps,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => drawCode(deps.randomBytes));
  await tx.orm.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.orm
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, codeHash: hashCode(deps, userId, code) })));
  return codes;
}

/** Uses up a recovery code; returns false when it is wrong or was used before. */
export async function useRecoveryCode(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await tx.orm
    .update(recoveryCodes)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, hashCode(deps, userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    );
  return rowCount === 1;
}

export const isRecoveryCode = (code: string): boolean => /[a-z-]/i.test(code);

function drawCode(randomBytes: (count: number) => Buffer): string {
  return base32
    .encode(randomBytes(BYTES))
    .toLowerCase()
    .replace(/.{4}(?=.)/g, '$&-');
}

/** Hashes with a key and the user's id, so that codes cannot be looked up in a stolen database. */
function hashCode({ config }: Pick<Deps, 'config'>, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll('-', '');
  return createHmac('sha256', config.secretsKey).update(`recovery code\0${userId}\0${plain}`).digest();
}
