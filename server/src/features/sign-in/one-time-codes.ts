import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { askedTooSoon, wrongCode } from './sign-in.errors.ts';

export type CodePurpose = 'register' | 'reset_password';
export interface CodeOwner {
  purpose: CodePurpose;
  email: string;
}

type CodeDeps = Pick<Deps, 'config' | 'settings' | 'newId' | 'randomBytes'>;

const MAX_WRONG_TRIES = 5;
/** Wrong tries are added up over all codes of this time: a new code brings no new tries. */
const TRIES_WINDOW_MS = 30 * 60_000;
const SALT_BYTES = 16;
const DIGITS = 6;

/**
 * A new code for this address, in the transaction that queues its mail (S1). Earlier ones no longer count. Refused when
 * the last is too young or too many wrong ones were tried, whoever the address belongs to.
 */
export async function issueCode(tx: Transaction, deps: CodeDeps, owner: CodeOwner): Promise<string> {
  await lockOwner(tx, owner);
  const now = await tx.clock();
  const { wrongTries, oldestTriedAt, lastAt } = await readHistory(tx, owner);
  if (wrongTries >= MAX_WRONG_TRIES && oldestTriedAt) {
    throw askedTooSoon((oldestTriedAt.getTime() + TRIES_WINDOW_MS - now.getTime()) / 1_000);
  }
  const waitMs = deps.settings.get('oneTimeCodeResendSeconds') * 1_000;
  if (lastAt && now.getTime() - lastAt.getTime() < waitMs) {
    throw askedTooSoon((lastAt.getTime() + waitMs - now.getTime()) / 1_000);
  }
  const code = drawCode(deps.randomBytes);
  const salt = deps.randomBytes(SALT_BYTES);
  await tx.client.query({
    name: 'codes-insert',
    text: `INSERT INTO one_time_codes (id, purpose, email, salt, code_hash, expires_at)
      VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 minute')`,
    values: [
      deps.newId(),
      owner.purpose,
      owner.email,
      salt,
      hashCode(deps.config.secretsKey, salt, owner, code),
      deps.settings.get('oneTimeCodeMinutes'),
    ],
  });
  return code;
}

/**
 * Tries a code, in a transaction of its own: a wrong try is remembered whatever becomes of the request. Tries of one
 * owner come one after the other, so parallel guesses are counted, too. Returns the id to consume; throws WRONG_CODE.
 */
export async function tryCode(
  deps: Pick<Deps, 'db' | 'config'>,
  owner: CodeOwner,
  code: string,
): Promise<string> {
  const id = await inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, owner);
    const { wrongTries } = await readHistory(tx, owner);
    if (wrongTries >= MAX_WRONG_TRIES) return undefined;
    const { rows } = await tx.client.query<{ id: string; salt: Buffer; hash: Buffer; counts: boolean }>({
      name: 'codes-latest',
      text: `SELECT id, salt, code_hash AS hash, used_at IS NULL AND expires_at > clock_timestamp() AS counts
        FROM one_time_codes WHERE email = $1 AND purpose = $2 ORDER BY created_at DESC LIMIT 1`,
      values: [owner.email, owner.purpose],
    });
    const [latest] = rows;
    if (!latest?.counts) return undefined;
    const isRight = timingSafeEqual(latest.hash, hashCode(deps.config.secretsKey, latest.salt, owner, code));
    if (isRight) return latest.id;
    await tx.client.query({
      name: 'codes-wrong-try',
      text: 'UPDATE one_time_codes SET tries = tries + 1 WHERE id = $1',
      values: [latest.id],
    });
    return undefined;
  });
  if (id === undefined) throw wrongCode();
  return id;
}

/** Uses a code up, in the transaction that does what it was for: it counts once. */
export async function consumeCode(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.client.query({
    name: 'codes-consume',
    text: 'UPDATE one_time_codes SET used_at = clock_timestamp() WHERE id = $1 AND used_at IS NULL AND expires_at > clock_timestamp()',
    values: [id],
  });
  if (rowCount !== 1) throw wrongCode();
}

/** Codes that nothing asks about any more. */
export async function purgeCodes(db: Database): Promise<void> {
  await db.pool.query("DELETE FROM one_time_codes WHERE created_at < clock_timestamp() - interval '1 day'");
}

interface History {
  wrongTries: number;
  oldestTriedAt: Date | null;
  lastAt: Date | null;
}

/** What was asked for and tried since the last success. */
async function readHistory(tx: Transaction, { email, purpose }: CodeOwner): Promise<History> {
  const { rows } = await tx.client.query<History>({
    name: 'codes-history',
    text: `SELECT coalesce(sum(tries), 0)::int AS "wrongTries", min(created_at) FILTER (WHERE tries > 0) AS "oldestTriedAt",
        max(created_at) AS "lastAt"
      FROM one_time_codes WHERE email = $1 AND purpose = $2
        AND created_at > clock_timestamp() - $3 * interval '1 millisecond'
        AND created_at > coalesce((SELECT max(u.created_at) FROM one_time_codes u
          WHERE u.email = $1 AND u.purpose = $2 AND u.used_at IS NOT NULL), '-infinity')`,
    values: [email, purpose, TRIES_WINDOW_MS],
  });
  return rows[0] as History;
}

async function lockOwner(tx: Transaction, { email, purpose }: CodeOwner): Promise<void> {
  await tx.client.query({
    name: 'codes-lock',
    text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 1))',
    values: [`${purpose} ${email.toLowerCase()}`],
  });
}

function hashCode(key: Buffer, salt: Buffer, { purpose, email }: CodeOwner, code: string): Buffer {
  return createHmac('sha256', key).update(salt).update(`${purpose} ${email.toLowerCase()} ${code}`).digest();
}

/** Each of the million as likely as any other. */
function drawCode(randomBytes: Deps['randomBytes']): string {
  const unbiased = 16_000_000;
  for (;;) {
    const drawn = randomBytes(3).readUIntBE(0, 3);
    if (drawn < unbiased) return String(drawn % 10 ** DIGITS).padStart(DIGITS, '0');
  }
}
