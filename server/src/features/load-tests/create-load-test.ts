import type { LoadTest, NewLoadTestBody } from '@copup/shared/admin.ts';
import type { z } from 'zod';
import { createUsers } from '../../accounts/create-users.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { realms } from '../../subjects/subjects.tables.ts';

type LoadTestDeps = Pick<Deps, 'db' | 'newId' | 'randomBytes' | 'sessions'>;

/** Maximum rows per statement: each stays far below the session's statement_timeout. */
const CHUNK = 1_000;

/** Creates a realm with players who are already signed in and have no password (O5), in one transaction. */
export async function createLoadTest(
  deps: LoadTestDeps,
  body: z.output<typeof NewLoadTestBody>,
  operatorId: string,
): Promise<LoadTest> {
  return inTransaction(deps.db, async (tx) => {
    const [created] = await tx.orm
      .insert(realms)
      .values({ kind: 'load_test', createdBy: operatorId })
      .returning({ id: realms.id });
    invariant(created, 'the insert of a realm returned no row');
    const realm = created.id;
    const users: LoadTest['users'] = [];
    for (let from = 1; from <= body.users; from += CHUNK) {
      const count = Math.min(CHUNK, body.users - from + 1);
      users.push(...(await createPlayers(tx, deps, { realm, from, count, coins: body.bid_points })));
    }
    await writeAudit(tx, {
      operatorId,
      action: 'load-test.create',
      subject: { kind: 'load-test', id: String(realm) },
      details: { ...body },
    });
    return { id: realm, users };
  });
}

async function createPlayers(
  tx: Transaction,
  deps: LoadTestDeps,
  { realm, from, count, coins }: { realm: number; from: number; count: number; coins: number },
): Promise<LoadTest['users']> {
  const users = await createUsers(
    tx,
    deps,
    Array.from({ length: count }, (_, index) => ({
      // With a hyphen, which a registration does not accept (S9).
      username: `player-${realm}-${from + index}`,
      email: null,
      fullName: `Player ${from + index} of load test ${realm}`,
      passwordHash: null,
      realm,
    })),
  );
  if (coins > 0) {
    await postTransfers(
      tx,
      users.map(({ id }) => ({
        id: deps.newId(),
        kind: 'adjust' as const,
        realm,
        subject: { kind: 'load-test', id: String(realm) },
        key: `load-test:${realm}:${id}`,
        postings: [{ from: { kind: 'issuance' }, to: { kind: 'available', id }, amount: coins }],
      })),
    );
  }
  const sessions = await deps.sessions.createMany(
    tx,
    users.map(({ id }) => id),
  );
  return users.map(({ id, username, walletAddress }) => ({
    id,
    username,
    token: sessions.get(id)?.token ?? '',
    wallet_address: walletAddress,
  }));
}
