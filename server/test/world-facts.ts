import type { SignedInClient } from '@copup/testkit/app.ts';
import { v7 as uuidv7 } from 'uuid';
import { auditLedger } from '../src/audit.ts';
import type { Database } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { ensureFund } from '../src/ledger/accounts.ts';
import { postTransfers } from '../src/ledger/post-transfers.ts';
import { issueRewards, rewardsOf } from '../src/ledger/rewards.ts';

export type Facts = ReturnType<typeof worldFacts>;
type Client = Pick<SignedInClient, 'user'>;
type Balance = 'available' | 'held' | 'bonus' | 'task';

/** What tests of every feature read and change in the database. */
export function worldFacts(db: Database) {
  const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await db.pool.query(text, values)).rows as Row[];
  return {
    query,
    /** These balances of a user. */
    balancesOf: async <Name extends Balance>(userId: string, ...names: Name[]) =>
      (
        await query<Record<Name, number>>(`SELECT ${names.join(', ')} FROM wallets WHERE user_id = $1`, [
          userId,
        ])
      )[0],
    availableOf: async ({ user }: Client): Promise<number> =>
      (await query<{ available: number }>('SELECT available FROM wallets WHERE user_id = $1', [user.id]))[0]
        ?.available ?? -1,
    bonusOf: async ({ user }: Client) =>
      (await query<{ bonus: number }>('SELECT bonus FROM wallets WHERE user_id = $1', [user.id]))[0]?.bonus,
    /** The user's referral code. */
    codeOf: async ({ user }: Client): Promise<string> =>
      (await query<{ code: string }>('SELECT referral_code AS code FROM users WHERE id = $1', [user.id]))[0]
        ?.code ?? '',
    /** The coins of `rewards` of a realm. */
    rewards: async (realm = 0): Promise<number> => {
      const text = "SELECT balance FROM funds WHERE kind = 'rewards' AND realm = $1";
      return (await query<{ balance: number }>(text, [realm]))[0]?.balance ?? 0;
    },
    /** Adds coins to `rewards` of real players, from issuance. */
    fundRewards: (amount: number) =>
      inTransaction(db, async (tx) => {
        const { id: fundId } = await ensureFund(tx, uuidv7(), rewardsOf(0));
        const id = uuidv7();
        await postTransfers(tx, [
          issueRewards({ id, realm: 0, key: `test:${id}`, input: {}, fundId, amount }),
        ]);
      }),
    /** The errors of the ledger's audit (I1, I2). */
    audit: async () => (await auditLedger(db)).errors,
  };
}
