import type { WelcomeReply } from '@copup/shared/welcome.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { ensureFund, lockFunds } from '../../ledger/accounts.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { requirePlayAllowed } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { welcomeGrants } from './welcome.tables.ts';
import { leaveMarks } from './welcome-marks.ts';
import { isCovered, NEW_FOR, readTerms, type WelcomeTerms } from './welcome-terms.ts';

/** A carrier's prefix has many honest players, and a device can pretend to be new: so neither more nor none. */
const MOST_OF_A_NETWORK = 10;

export type WelcomeDeps = Pick<Deps, 'db' | 'newId' | 'settings' | 'config'>;

export interface GrantWelcome {
  /** The route has checked that the viewer is not an operator (X13). */
  viewer: Pick<Viewer, 'userId' | 'realm'>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Gives a new player the welcome coins, once ever (X15): attempts of one user run one after another under the wallet's
 * lock, all grants under the lock of the budget. A refusal gives nothing and uses up nothing.
 */
export async function grantWelcome(deps: WelcomeDeps, { viewer, key }: GrantWelcome): Promise<WelcomeReply> {
  const { userId } = viewer;
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId, route: 'user/welcome', subject: '', key, input: {} }, async () => {
      const wallet = (await lockWallets(tx, [userId])).get(userId);
      invariant(wallet, `user ${userId} has no wallet`);
      // A gift to play with is no coin that a player in a break may receive (G2).
      await requirePlayAllowed(tx, wallet, 0);
      const [granted] = await tx.orm
        .select({ at: welcomeGrants.grantedAt })
        .from(welcomeGrants)
        .where(eq(welcomeGrants.userId, userId));
      if (granted) throw alreadyWelcomed();
      return { status: 200, reply: await grant(tx, deps, viewer) };
    }),
  );
  return reply;
}

/** The user's wallet is locked. */
async function grant(
  tx: Transaction,
  deps: WelcomeDeps,
  { userId, realm }: GrantWelcome['viewer'],
): Promise<WelcomeReply> {
  const given = await lockBudget(tx);
  const terms = await readTerms(tx, deps);
  if (realm !== 0 || !isCovered(terms, given) || !(await isNew(tx, userId))) throw noWelcomeCoins();
  const marked = await leaveMarks(tx, deps, userId);
  // In a demo, several new players are tried on one device.
  if (!terms.isDemo) {
    if (marked.devices === 0) throw deviceNeeded();
    if (marked.wasMarked) throw welcomedBefore();
    if ((await countOfNetwork(tx, userId)) >= MOST_OF_A_NETWORK) throw networkUsedUp();
  }
  const transferId = await pay(tx, deps, userId, terms);
  const { coins, available } = terms;
  await tx.client.query({
    name: 'welcome-grant',
    text: `WITH counted AS (UPDATE welcome_budget SET grants = grants + 1, given = given + $2)
      INSERT INTO welcome_grants (user_id, coins, available, transfer_id, is_same_network, granted_at)
      SELECT $1, $2, $3, $4, EXISTS (
        SELECT FROM (SELECT user_id FROM welcome_grants WHERE granted_at > statement_timestamp() - interval '1 day'
          ORDER BY granted_at DESC LIMIT 200) AS g
        JOIN sessions s ON s.user_id = g.user_id AND s.ended_at IS NULL
        WHERE s.network = ANY (SELECT network FROM sessions WHERE user_id = $1 AND ended_at IS NULL)), $5`,
    values: [userId, coins, available, transferId, await tx.clock()],
  });
  return { message: 'Your welcome coins are in your wallet.', transfer_id: transferId, coins, available };
}

/** Counts the grants of the last day on the networks of the user. The lock of the budget orders them. */
async function countOfNetwork(tx: Transaction, userId: string): Promise<number> {
  const { rows } = await tx.client.query<{ grants: number }>({
    name: 'welcome-of-network',
    text: `WITH own AS (SELECT network FROM sessions WHERE user_id = $1 AND ended_at IS NULL
        UNION SELECT network FROM known_devices WHERE user_id = $1)
      SELECT count(*)::int AS grants FROM (SELECT user_id FROM welcome_grants
        WHERE granted_at > statement_timestamp() - interval '1 day' ORDER BY granted_at DESC LIMIT 5000) AS g
      WHERE EXISTS (SELECT FROM sessions s JOIN own USING (network) WHERE s.user_id = g.user_id AND s.ended_at IS NULL)
        OR EXISTS (SELECT FROM known_devices d JOIN own USING (network) WHERE d.user_id = g.user_id)`,
    values: [userId],
  });
  return rows[0]?.grants ?? 0;
}

/** Locks the budget and returns what was given of it. */
async function lockBudget(tx: Transaction): Promise<number> {
  const { rows } = await tx.client.query<{ given: number }>({
    name: 'welcome-budget-lock',
    text: 'SELECT given FROM welcome_budget FOR NO KEY UPDATE',
  });
  invariant(rows[0], 'the budget of welcome coins has a row');
  return rows[0].given;
}

async function isNew(tx: Transaction, userId: string): Promise<boolean> {
  const { rowCount } = await tx.client.query({
    name: 'welcome-is-new',
    text: `SELECT FROM users WHERE id = $1 AND role = 0 AND NOT is_demo AND deleted_at IS NULL
      AND created_at > statement_timestamp() - ${NEW_FOR}`,
    values: [userId],
  });
  return rowCount === 1;
}

/** Moves the bonus coins from `rewards`, and issues those that can be bid in a demo. Returns the id of the transfer. */
async function pay(
  tx: Transaction,
  { newId }: WelcomeDeps,
  userId: string,
  { coins, available }: WelcomeTerms,
): Promise<string> {
  const fund = await ensureFund(tx, newId(), rewardsOf(0));
  const balance = (await lockFunds(tx, [fund.id])).get(fund.id)?.balance ?? 0;
  if (balance < coins) throw welcomeUnfunded();
  const id = newId();
  const gift = {
    from: { kind: 'rewards', id: fund.id },
    to: { kind: 'bonus', id: userId },
    amount: coins,
  } as const;
  const extra = {
    from: { kind: 'issuance' },
    to: { kind: 'available', id: userId },
    amount: available,
  } as const;
  const postings = available > 0 ? [gift, extra] : [gift];
  await postTransfers(tx, [
    { id, kind: 'welcome', realm: 0, subject: { kind: 'user', id: userId }, key: userId, postings },
  ]);
  return id;
}

const alreadyWelcomed = () =>
  new Refusal('ALREADY_WELCOMED', 'You have received your welcome coins already.');
const welcomedBefore = () =>
  new Refusal(
    'WELCOMED_BEFORE',
    'Welcome coins are given once to each person. They were given to this e-mail address or device before.',
  );
const noWelcomeCoins = () =>
  new Refusal('NO_WELCOME_COINS', 'There are no welcome coins for this account now.');
const deviceNeeded = () =>
  new Refusal(
    'NO_WELCOME_COINS',
    'Welcome coins are given once to each device. Sign in again in this app, then claim them.',
  );
const networkUsedUp = () =>
  new Refusal(
    'NO_WELCOME_COINS',
    'Many welcome coins were given on your network today. Claim yours tomorrow.',
  );
const welcomeUnfunded = () =>
  new Refusal('REWARD_UNFUNDED', 'Welcome coins cannot be paid at the moment. Please try again later.');
