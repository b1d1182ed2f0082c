import type { OperatorRole } from '@copup/shared/rights.ts';
import type { Transaction } from '../db/in-transaction.ts';
import { brokenConstraint, sqlState, UNIQUE_VIOLATION } from '../db/pg-errors.ts';
import { Refusal } from '../errors.ts';
import { createWallets } from '../ledger/wallets.ts';
import { newCode, newWalletAddress } from './identifiers.ts';

const REFERRAL_LENGTH = 8;

export interface NewUser {
  username: string;
  email: string | null;
  fullName: string;
  passwordHash: string | null;
  googleSub?: string;
  realm?: number;
  /** Makes the user an operator (S8). */
  operatorRole?: OperatorRole;
  /** Marks a first operator, who approves without a waiting time (O3a). */
  isFirstOperator?: boolean;
  referredBy?: string | null;
  /** A synthetic player of a demo (X11). */
  isDemo?: boolean;
}

export interface CreatedUser extends NewUser {
  id: string;
  walletAddress: string;
}

/**
 * Creates users with all that each has from the start: a unique name, a wallet, an inbox, an address and a referral
 * code.
 */
export async function createUsers(
  tx: Transaction,
  deps: { newId: () => string; randomBytes: (count: number) => Buffer },
  newUsers: readonly NewUser[],
): Promise<CreatedUser[]> {
  const users = newUsers.map((user) => ({
    ...user,
    id: deps.newId(),
    walletAddress: newWalletAddress(deps.randomBytes),
  }));
  try {
    await tx.client.query(
      `INSERT INTO users (id, realm, role, username, email, full_name, password_hash, google_sub, referred_by, wallet_address, referral_code,
         is_first_operator, is_demo, operator_role)
       SELECT * FROM unnest($1::uuid[], $2::int[], $3::smallint[], $4::citext[], $5::citext[], $6::text[], $7::text[], $8::text[],
         $9::uuid[], $10::text[], $11::text[], $12::boolean[], $13::boolean[], $14::text[])`,
      [
        users.map(({ id }) => id),
        users.map(({ realm }) => realm ?? 0),
        users.map(({ operatorRole }) => (operatorRole ? 1 : 0)),
        users.map(({ username }) => username),
        users.map(({ email }) => email),
        users.map(({ fullName }) => fullName),
        users.map(({ passwordHash }) => passwordHash),
        users.map(({ googleSub }) => googleSub ?? null),
        users.map(({ referredBy }) => referredBy ?? null),
        users.map(({ walletAddress }) => walletAddress),
        users.map(() => newCode(deps.randomBytes, REFERRAL_LENGTH)),
        users.map(({ isFirstOperator }) => isFirstOperator ?? false),
        users.map(({ isDemo }) => isDemo ?? false),
        users.map(({ operatorRole }) => operatorRole ?? null),
      ],
    );
  } catch (error) {
    throw explainTaken(error);
  }
  await createWallets(
    tx,
    users.map(({ id, realm }) => ({ userId: id, realm: realm ?? 0 })),
  );
  await tx.client.query('INSERT INTO inboxes (user_id) SELECT * FROM unnest($1::uuid[])', [
    users.map(({ id }) => id),
  ]);
  return users;
}

/** Returns USERNAME_TAKEN or EMAIL_TAKEN for a name or address of another user, and any other error unchanged. */
export function explainTaken(error: unknown): unknown {
  if (sqlState(error) !== UNIQUE_VIOLATION) return error;
  const constraint = brokenConstraint(error);
  if (constraint === 'users_username_key') {
    return new Refusal('USERNAME_TAKEN', 'This username is taken.', { cause: error });
  }
  if (constraint === 'users_email_key' || constraint === 'users_google_sub_key') {
    return new Refusal('EMAIL_TAKEN', 'An account with this e-mail address already exists.', {
      cause: error,
    });
  }
  return error;
}
