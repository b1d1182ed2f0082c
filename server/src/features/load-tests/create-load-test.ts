import type { LoadTest, NewLoadTestBody } from '@copup/shared/admin.ts';
import type { z } from 'zod';
import { createUsers } from '../../accounts/create-users.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { realms } from '../../subjects/subjects.tables.ts';

type LoadTestDeps = Pick<Deps, 'db' | 'newId' | 'randomBytes' | 'sessions'>;

/** Maximum rows per statement: each stays far below the session's statement_timeout. */
const CHUNK = 1_000;

type Player = Omit<LoadTest['users'][number], 'token'>;

/**
 * Creates a realm with players who are already signed in and have no password (O5), in one transaction. A repeated
 * request signs the same players in again: tokens are not stored.
 */
export async function createLoadTest(
  deps: LoadTestDeps,
  body: z.output<typeof NewLoadTestBody>,
  operatorId: string,
  key: string | undefined,
): Promise<LoadTest> {
  const request = { userId: operatorId, route: 'admin/load-tests', subject: '', key, input: body };
  return inTransaction(deps.db, async (tx) => {
    const { reply } = await withStoredReply(tx, request, async () => ({
      status: 201,
      reply: await createRealm(tx, deps, body, operatorId),
    }));
    return { id: reply.realm, users: await signInPlayers(tx, deps.sessions, reply.players) };
  });
}

/** Returns the players with new tokens. */
export async function signInPlayers(
  tx: Transaction,
  sessions: Deps['sessions'],
  players: readonly Player[],
): Promise<LoadTest['users']> {
  const users: LoadTest['users'] = [];
  for (let from = 0; from < players.length; from += CHUNK) {
    const some = players.slice(from, from + CHUNK);
    const created = await sessions.createMany(
      tx,
      some.map(({ id }) => id),
    );
    users.push(...some.map((player) => ({ ...player, token: created.get(player.id)?.token ?? '' })));
  }
  return users;
}

/** Creates a realm with players who have coins and no session. */
export async function createRealm(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'randomBytes'>,
  body: z.output<typeof NewLoadTestBody>,
  operatorId: string,
): Promise<{ realm: number; players: Player[] }> {
  const [created] = await tx.orm
    .insert(realms)
    .values({ kind: 'load_test', createdBy: operatorId })
    .returning({ id: realms.id });
  invariant(created, 'the insert of a realm returned no row');
  const realm = created.id;
  const players: Player[] = [];
  for (let from = 1; from <= body.users; from += CHUNK) {
    const count = Math.min(CHUNK, body.users - from + 1);
    players.push(...(await createPlayers(tx, deps, { realm, from, count, coins: body.bid_points })));
  }
  await writeAudit(tx, {
    operatorId,
    action: 'load-test.create',
    subject: { kind: 'load-test', id: String(realm) },
    realm,
    details: { ...body },
  });
  return { realm, players };
}

async function createPlayers(
  tx: Transaction,
  deps: Pick<Deps, 'newId' | 'randomBytes'>,
  { realm, from, count, coins }: { realm: number; from: number; count: number; coins: number },
): Promise<Player[]> {
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
  return users.map(({ id, username, walletAddress }) => ({ id, username, wallet_address: walletAddress }));
}
