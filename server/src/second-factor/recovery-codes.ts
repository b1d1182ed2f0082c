import { createHmac } from 'node:crypto';
import { base32 } from '@scure/base';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';

const COUNT = 10;
/** 80 bits: 16 letters and digits of base32. */
const BYTES = 10;

type RecoveryDeps = Pick<Deps, 'config' | 'randomBytes'>;

/** Replaces the user's recovery codes. The codes are returned once and stored hashed. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  deps: RecoveryDeps,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => drawCode(deps.randomBytes));
  await tx.client.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
  await tx.client.query(
    'INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, hash FROM unnest($2::bytea[]) AS h (hash)',
    [userId, codes.map((code) => hashCode(deps, userId, code))],
  );
  return codes;
}

/** Uses a recovery code up; false when it is wrong or was used before. */
export async function useRecoveryCode(
  tx: Transaction,
  deps: Pick<Deps, 'config'>,
  userId: string,
  code: string,
): Promise<boolean> {
  const { rowCount } = await tx.client.query(
    'UPDATE recovery_codes SET used_at = clock_timestamp() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashCode(deps, userId, code)],
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

/** Keyed, and bound to the user: nothing can be looked up in a stolen database. */
function hashCode({ config }: Pick<Deps, 'config'>, userId: string, code: string): Buffer {
  const plain = code.toLowerCase().replaceAll('-', '');
  return createHmac('sha256', config.secretsKey).update(`recovery code\0${userId}\0${plain}`).digest();
}
