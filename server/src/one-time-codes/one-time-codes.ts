import { createHmac, timingSafeEqual } from 'node:crypto';
import { takeAttempt } from '../accounts/sign-in-attempts.ts';
import type { ClientFacts } from '../client-facts.ts';
import { lockText } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { and, desc, eq, gt, inArray, isNull, lt, or, sql } from '../db/drizzle.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { purgeOld } from '../db/purge.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { findKnownDevice } from '../sessions/known-devices.ts';
import { oneTimeCodes } from './one-time-codes.tables.ts';

export type CodePurpose = 'register' | 'reset_password' | 'recover_pin' | 'change_email';
export interface CodeOwner {
  purpose: CodePurpose;
  email: string;
}

export interface CodeRequester {
  network: string;
  /** Whether the account has signed in on the device before (S2a). */
  isKnownDevice: boolean;
}

type CodeDeps = Pick<Deps, 'config' | 'settings' | 'newId' | 'randomBytes'>;

/** Attempts of one code over its whole life (S1a). */
const MAX_TRIES = 5;
/**
 * Of these, attempts from networks other than the one that requested the code: another client cannot use up all of
 * them.
 */
const MAX_TRIES_ELSEWHERE = 2;
/** Each code allows new attempts, so the mails of a day are limited: for one network prefix, and in total. */
const MAX_CODES_OF_NETWORK = 10;
const MAX_CODES = 20;
/** Of these, mails for devices and networks that the account has used: another client cannot use up all of them. */
const RESERVED_CODES = 5;
const DAY_MS = 24 * 3_600_000;
const SALT_BYTES = 16;
const DIGITS = 6;

/**
 * Creates a code for this address, in the transaction that queues its mail (S1). It replaces only the codes requested
 * from the same network: a request from another network does not invalidate the user's code. Refused when the last code
 * is too recent or a day's codes are used up, whether or not the address has an account.
 */
export async function issueCode(
  tx: Transaction,
  deps: CodeDeps,
  owner: CodeOwner,
  { network, isKnownDevice }: CodeRequester,
): Promise<string> {
  await lockOwner(tx, owner);
  const now = await tx.clock();
  const { codes, codesHere, oldestAt, lastHereAt, isOwnNetwork } = await readHistory(tx, owner, network);
  const isUsedUp =
    codes >= (isKnownDevice || isOwnNetwork ? MAX_CODES : MAX_CODES - RESERVED_CODES) ||
    (codesHere >= MAX_CODES_OF_NETWORK && !isKnownDevice);
  if (oldestAt && isUsedUp) throw requestedTooSoon((oldestAt.getTime() + DAY_MS - now.getTime()) / 1_000);
  const waitMs = deps.settings.get('oneTimeCodeResendSeconds') * 1_000;
  if (lastHereAt && now.getTime() - lastHereAt.getTime() < waitMs) {
    throw requestedTooSoon((lastHereAt.getTime() + waitMs - now.getTime()) / 1_000);
  }
  await tx.orm
    .update(oneTimeCodes)
    .set({ expiresAt: sql`least(${oneTimeCodes.expiresAt}, clock_timestamp())` })
    .where(and(isOwn(owner), eq(oneTimeCodes.network, network), isNull(oneTimeCodes.usedAt)));
  const code = drawCode(deps.randomBytes);
  const salt = deps.randomBytes(SALT_BYTES);
  await tx.orm.insert(oneTimeCodes).values({
    ...owner,
    id: deps.newId(),
    salt,
    codeHash: hashCode(deps.config.secretsKey, salt, owner, code),
    createdAt: sql`clock_timestamp()`,
    expiresAt: sql`clock_timestamp() + ${deps.settings.get('oneTimeCodeMinutes')} * interval '1 minute'`,
    network,
  });
  return code;
}

/**
 * Tries a code, in its own transaction: a wrong try is stored even if the request fails. Tries for one owner are
 * serialized, so parallel guesses are counted too. Returns the id to consume; throws WRONG_CODE, or RATE_LIMITED (S2a).
 */
export async function tryCode(
  deps: Pick<Deps, 'db' | 'config' | 'limits'>,
  owner: CodeOwner,
  code: string,
  { address, network, deviceToken }: ClientFacts,
): Promise<string> {
  const knownDevice = await findKnownDevice(deps.db, owner.email, deviceToken);
  const attempt = takeAttempt(deps.limits, {
    account: owner.email,
    address,
    knownDevice,
    isOneTimeCode: true,
  });
  const { id, triesLeft } = await inTransaction(deps.db, async (tx) => {
    await lockOwner(tx, owner);
    const open = await listOpenCodes(tx, owner, network);
    const right = open.find(({ salt, hash }) =>
      timingSafeEqual(hash, hashCode(deps.config.secretsKey, salt, owner, code)),
    );
    if (right) return { id: right.id, triesLeft: 0 };
    await countWrongTry(
      tx,
      open.map((other) => other.id),
      network,
    );
    return { id: undefined, triesLeft: Math.max(0, ...open.map((other) => MAX_TRIES - 1 - other.tries)) };
  });
  // How often it may be tried depends on the codes requested for the address, never on whether it has an account.
  if (id === undefined) throw wrongCode(triesLeft);
  attempt.succeeded();
  return id;
}

interface OpenCode {
  id: string;
  salt: Buffer;
  hash: Buffer;
  /** Wrong tries before. */
  tries: number;
}

/**
 * Lists the codes that a client of this network may still try: usually one, and one more for each other network that
 * requested one.
 */
async function listOpenCodes(tx: Transaction, owner: CodeOwner, network: string): Promise<OpenCode[]> {
  const { id, salt, codeHash, usedAt, expiresAt, tries, triesElsewhere, createdAt } = oneTimeCodes;
  return tx.orm
    .select({ id, salt, hash: codeHash, tries })
    .from(oneTimeCodes)
    .where(
      and(
        isOwn(owner),
        isNull(usedAt),
        gt(expiresAt, sql`statement_timestamp()`),
        lt(tries, MAX_TRIES),
        or(eq(oneTimeCodes.network, network), lt(triesElsewhere, MAX_TRIES_ELSEWHERE)),
      ),
    )
    .orderBy(desc(createdAt));
}

/** Counts a wrong try for each of these codes. */
async function countWrongTry(tx: Transaction, ids: readonly string[], network: string): Promise<void> {
  const { id, tries, triesElsewhere, network: requestedFrom } = oneTimeCodes;
  await tx.orm
    .update(oneTimeCodes)
    .set({
      tries: sql`${tries} + 1`,
      triesElsewhere: sql`${triesElsewhere} + (${requestedFrom} IS DISTINCT FROM ${network})::int`,
    })
    .where(inArray(id, [...ids]));
}

/** Uses up a code, in the transaction of the operation that it authorizes. */
export async function consumeCode(tx: Transaction, id: string): Promise<void> {
  const { rowCount } = await tx.orm
    .update(oneTimeCodes)
    .set({ usedAt: sql`clock_timestamp()` })
    .where(
      and(
        eq(oneTimeCodes.id, id),
        isNull(oneTimeCodes.usedAt),
        // Compared under the row's lock.
        gt(oneTimeCodes.expiresAt, sql`clock_timestamp()`),
      ),
    );
  if (rowCount !== 1) throw wrongCode();
}

/** Deletes codes that no limit counts any more. */
export function purgeCodes(db: Database): Promise<number> {
  return purgeOld(db, {
    table: 'one_time_codes',
    age: 'created_at',
    before: "statement_timestamp() - interval '1 day'",
  });
}

interface History {
  codes: number;
  codesHere: number;
  oldestAt: Date | null;
  /** For the same purpose. */
  lastHereAt: Date | null;
  /** Whether the account with this address has used the network. */
  isOwnNetwork: boolean;
}

/** Reads the requests for all purposes within a day and since the last success, in total and from this network. */
async function readHistory(
  tx: Transaction,
  { email, purpose }: CodeOwner,
  network: string,
): Promise<History> {
  const { rows } = await tx.client.query<History>({
    name: 'codes-history',
    text: `SELECT count(*)::int AS codes, count(*) FILTER (WHERE network = $2)::int AS "codesHere",
        min(created_at) AS "oldestAt", max(created_at) FILTER (WHERE network = $2 AND purpose = $4) AS "lastHereAt",
        EXISTS (SELECT FROM users u WHERE u.email = $1 AND u.deleted_at IS NULL AND (
          EXISTS (SELECT FROM known_devices d WHERE d.user_id = u.id AND d.network = $2)
          OR EXISTS (SELECT FROM sessions s WHERE s.user_id = u.id AND s.ended_at IS NULL AND s.network = $2)))
          AS "isOwnNetwork"
      FROM one_time_codes WHERE email = $1 AND created_at > statement_timestamp() - $3 * interval '1 millisecond'
        AND created_at > coalesce((SELECT max(u.created_at) FROM one_time_codes u
          WHERE u.email = $1 AND u.used_at IS NOT NULL), '-infinity')`,
    values: [email, network, DAY_MS, purpose],
  });
  return rows[0] as History;
}

const isOwn = ({ email, purpose }: CodeOwner) =>
  and(eq(oneTimeCodes.email, email), eq(oneTimeCodes.purpose, purpose));

/** Locks the address, which may have no row yet. */
async function lockOwner(tx: Transaction, { email }: CodeOwner): Promise<void> {
  await lockText(tx, 'codes-lock', `codes ${email.toLowerCase()}`);
}

function hashCode(key: Buffer, salt: Buffer, { purpose, email }: CodeOwner, code: string): Buffer {
  return createHmac('sha256', key).update(salt).update(`${purpose} ${email.toLowerCase()} ${code}`).digest();
}

/** Draws one of a million codes, all equally likely. */
function drawCode(randomBytes: Deps['randomBytes']): string {
  const unbiased = 16_000_000;
  for (;;) {
    const drawn = randomBytes(3).readUIntBE(0, 3);
    if (drawn < unbiased) return String(drawn % 10 ** DIGITS).padStart(DIGITS, '0');
  }
}

export const wrongCode = (triesLeft?: number) =>
  new Refusal('WRONG_CODE', 'This code is wrong or has expired.', {
    ...(triesLeft !== undefined && { details: { tries_left: triesLeft } }),
  });
const requestedTooSoon = (retryAfterS: number) =>
  new Refusal('RATE_LIMITED', 'Please wait before you request another code.', { retryAfterS });
