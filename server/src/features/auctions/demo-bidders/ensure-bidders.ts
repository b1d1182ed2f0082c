import { createUsers } from '../../../accounts/create-users.ts';
import { takeLock } from '../../../db/advisory-locks.ts';
import { inTransaction, type Transaction } from '../../../db/in-transaction.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { postTransfers } from '../../../ledger/post-transfers.ts';

/** Synthetic players: without an address and a password, so that they cannot sign in. */
const bidders = [
  { username: 'chidi_demo', fullName: 'Chidi Okafor (demo)' },
  { username: 'amaka_demo', fullName: 'Amaka Nnaji (demo)' },
  { username: 'sola_demo', fullName: 'Sola Adeyemi (demo)' },
] as const;
const COINS = 1_000;

export interface DemoBidder {
  id: string;
  username: string;
}

type BidderDeps = Pick<Deps, 'db' | 'newId' | 'randomBytes'>;

/**
 * Creates the demo bidders that are missing and gives new coins to those who have few. Several servers may call it at the
 * same time. A player may own one of the names: then that bidder is missing.
 */
export async function ensureBidders(deps: BidderDeps): Promise<DemoBidder[]> {
  const known = await listBidders(deps);
  if (known.length === bidders.length && known.every(({ coins }) => coins >= COINS / 2)) return known;
  return inTransaction(deps.db, async (tx) => {
    await takeLock(tx, 'demoBidders');
    const names = new Set((await listTaken(tx)).map(({ username }) => username));
    const missing = bidders.filter(({ username }) => !names.has(username));
    await createUsers(
      tx,
      deps,
      missing.map((bidder) => ({ ...bidder, email: null, passwordHash: null, isDemo: true })),
    );
    const all = await listBidders(deps, tx);
    await postTransfers(
      tx,
      all
        .filter(({ coins }) => coins < COINS / 2)
        .map(({ id, coins }) => ({
          id: deps.newId(),
          kind: 'adjust' as const,
          realm: 0,
          subject: { kind: 'user', id },
          key: `demo-bidder:${deps.newId()}`,
          postings: [
            {
              from: { kind: 'issuance' as const },
              to: { kind: 'available' as const, id },
              amount: COINS - coins,
            },
          ],
        })),
    );
    return all;
  }).catch((error: unknown) => {
    // A player has just registered with one of the names.
    if (error instanceof Refusal) return known;
    throw error;
  });
}

async function listTaken(tx: Transaction): Promise<{ username: string }[]> {
  const { rows } = await tx.client.query<{ username: string }>({
    name: 'demo-bidder-names',
    text: 'SELECT username::text FROM users WHERE username = ANY($1::citext[])',
    values: [bidders.map(({ username }) => username)],
  });
  return rows;
}

async function listBidders(
  { db }: Pick<Deps, 'db'>,
  tx?: Transaction,
): Promise<(DemoBidder & { coins: number })[]> {
  const { rows } = await (tx?.client ?? db.pool).query<DemoBidder & { coins: number }>({
    name: 'demo-bidders',
    text: `SELECT u.id, u.username::text, w.available + w.held AS coins FROM users u JOIN wallets w ON w.user_id = u.id
      WHERE u.username = ANY($1::citext[]) AND u.is_demo ORDER BY u.username`,
    values: [bidders.map(({ username }) => username)],
  });
  return rows;
}
