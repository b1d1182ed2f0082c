import { randomBytes } from 'node:crypto';
import { newWalletAddress } from '@copup/server/accounts/identifiers.ts';
import type { Database } from '@copup/server/db/database.ts';
import { inTransaction } from '@copup/server/db/in-transaction.ts';
import { postTransfers } from '@copup/server/ledger/post-transfers.ts';
import { createWallets } from '@copup/server/ledger/wallets.ts';
import type { OperatorRole } from '@copup/shared/rights.ts';
import { v7 as uuidv7 } from 'uuid';
import { move } from './transfers.ts';

export { ensureOperators } from '@copup/server/operators/ensure-operators.ts';

export interface TestUser {
  id: string;
  username: string;
  realm: number;
  role: 0 | 1;
  walletAddress: string;
}

export interface TestUserOptions {
  /** Coins, added by an `adjust` transfer from issuance. */
  coins?: number;
  bonus?: number;
  /** Created if it does not exist. */
  realm?: number;
  role?: 0 | 1;
  username?: string;
  /** Makes the user an operator (S8). Default for one: owner. */
  operatorRole?: OperatorRole;
  /** For operators: approves without a waiting time (O3a). Default: true. */
  isFirstOperator?: boolean;
  /** For operators: the operator who requested the promotion. */
  promotedBy?: string;
}

/** Creates a user with wallet, inbox and coins. The user has no password; tests create sessions directly. */
export async function createUser(db: Database, options: TestUserOptions = {}): Promise<TestUser> {
  const [user] = await createUsers(db, 1, options);
  if (!user) throw new Error('createUsers returned no user');
  return user;
}

/** Creates many equal users with a few statements. */
export async function createUsers(
  db: Database,
  count: number,
  {
    coins = 0,
    bonus = 0,
    realm = 0,
    operatorRole,
    role = operatorRole ? 1 : 0,
    username,
    isFirstOperator = role === 1,
    promotedBy,
  }: TestUserOptions = {},
): Promise<TestUser[]> {
  const users = Array.from({ length: count }, (_, nth): TestUser => {
    const name = username
      ? nth === 0
        ? username
        : `${username}_${nth}`
      : `u_${randomBytes(8).toString('hex')}`;
    return { id: uuidv7(), username: name, realm, role, walletAddress: newWalletAddress(randomBytes) };
  });
  await inTransaction(db, async (tx) => {
    if (realm !== 0) {
      await tx.client.query(
        "INSERT INTO realms (id, kind) VALUES ($1, 'load_test') ON CONFLICT (id) DO NOTHING",
        [realm],
      );
    }
    const ids = users.map((user) => user.id);
    await tx.client.query(
      `INSERT INTO users (id, realm, role, username, email, full_name, wallet_address, referral_code,
         is_first_operator, promoted_by, operator_role)
       SELECT id, $2, $3, name, name || '@example.test', 'Test ' || name, address, upper(substr(md5(id::text), 1, 12)), $5, $6, $8
       FROM unnest($1::uuid[], $4::text[], $7::text[]) AS u(id, name, address)`,
      [
        ids,
        realm,
        role,
        users.map((user) => user.username),
        isFirstOperator,
        promotedBy ?? null,
        users.map((user) => user.walletAddress),
        role === 1 ? (operatorRole ?? 'owner') : null,
      ],
    );
    await createWallets(
      tx,
      ids.map((userId) => ({ userId, realm })),
    );
    await tx.client.query('INSERT INTO inboxes (user_id) SELECT * FROM unnest($1::uuid[])', [ids]);
    if (coins > 0) await giveCoins(tx, users, 'available', coins);
    if (bonus > 0) await giveCoins(tx, users, 'bonus', bonus);
  });
  return users;
}

async function giveCoins(
  tx: Parameters<typeof postTransfers>[0],
  users: readonly TestUser[],
  part: 'available' | 'bonus',
  amount: number,
): Promise<void> {
  await postTransfers(
    tx,
    users.map((user) =>
      move({ kind: 'issuance' }, { kind: part, id: user.id }, amount, {
        realm: user.realm,
        subject: { kind: 'user', id: user.id },
        key: `test:${part}:${user.id}`,
        input: { amount },
      }),
    ),
  );
}
