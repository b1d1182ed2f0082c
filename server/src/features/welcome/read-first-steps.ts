import type { FirstSteps, WelcomeGiven, WelcomeOffer } from '@copup/shared/welcome.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { findFund } from '../../ledger/accounts.ts';
import { rewardsOf } from '../../ledger/rewards.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { isMarked } from './welcome-marks.ts';
import { isCovered, NEW_FOR, readTerms } from './welcome-terms.ts';

type ReadDeps = Pick<Deps, 'db' | 'config' | 'settings'>;

interface Steps {
  /** Neither an old account nor one in a break (G2), to which nothing invites. */
  is_new: boolean;
  has_funds: boolean;
  has_auction: boolean;
  has_ticket: boolean;
  has_game: boolean;
  is_dismissed: boolean;
  /** What the player received; null before. */
  coins: number | null;
  available: number | null;
  given: number;
}

/** Reads the first steps of a player (X15). */
export async function readFirstSteps(
  deps: ReadDeps,
  { userId, realm, role }: Pick<Viewer, 'userId' | 'realm' | 'role'>,
): Promise<FirstSteps> {
  const [{ rows }, terms] = await Promise.all([
    deps.db.pool.query<Steps>({
      name: 'first-steps',
      text: `SELECT NOT u.is_demo AND u.created_at > statement_timestamp() - ${NEW_FOR} AND NOT EXISTS (
            SELECT FROM play_limits l WHERE l.user_id = u.id AND greatest(l.time_out_until, l.excluded_until) > statement_timestamp()
          ) AS is_new,
          w.available + w.held > 0 AS has_funds,
          EXISTS (SELECT FROM auction_entries e WHERE e.user_id = u.id) AS has_auction,
          EXISTS (SELECT FROM heist_tickets t WHERE t.user_id = u.id) AS has_ticket,
          EXISTS (SELECT FROM contest_entries e WHERE e.user_id = u.id)
            OR EXISTS (SELECT FROM spins s WHERE s.user_id = u.id) AS has_game,
          EXISTS (SELECT FROM first_steps f WHERE f.user_id = u.id) AS is_dismissed,
          g.coins, g.available, b.given
        FROM users u JOIN wallets w ON w.user_id = u.id CROSS JOIN welcome_budget b LEFT JOIN welcome_grants g ON g.user_id = u.id WHERE u.id = $1`,
      values: [userId],
    }),
    readTerms(deps.db, deps),
  ]);
  const steps = rows[0];
  invariant(steps, `user ${userId} does not exist`);
  const isPlayer = role === 0 && realm === 0;
  const isOpen =
    isPlayer &&
    steps.is_new &&
    isCovered(terms, steps.given) &&
    // What cannot be claimed is not offered.
    (steps.coins !== null || terms.isDemo || !(await isMarked(deps.db, deps, userId)));
  const state = steps.coins !== null ? 'claimed' : isOpen ? 'open' : 'none';
  const available = steps.available ?? (isOpen ? terms.available : 0);
  const canBid = steps.has_funds || (state === 'open' && available > 0);
  const { has_auction, has_ticket, has_game } = steps;
  const isDone = (has_auction || (has_ticket && !canBid)) && has_game && state !== 'open';
  return {
    is_open: isPlayer && steps.is_new && !steps.is_dismissed && !isDone,
    welcome: {
      state,
      coins: steps.coins ?? (isOpen ? terms.coins : 0),
      available,
    },
    can_bid: canBid,
    has_auction,
    has_ticket,
    has_game,
  };
}

/** Closes the card for good. */
export async function dismissFirstSteps({ db }: Pick<Deps, 'db'>, userId: string): Promise<void> {
  await db.pool.query({
    name: 'first-steps-dismiss',
    text: 'INSERT INTO first_steps (user_id) VALUES ($1) ON CONFLICT DO NOTHING',
    values: [userId],
  });
}

interface LatestGrant {
  user_id: string;
  username: string;
  coins: number;
  available: number;
  is_same_network: boolean;
  granted_at: Date;
}
const LATEST = 20;

/** Reads what is given, what was given of the budget, and what pays it. */
const readBudget = (deps: ReadDeps) =>
  Promise.all([
    deps.db.pool
      .query<{ grants: number; given: number }>({
        name: 'welcome-given',
        text: 'SELECT grants, given FROM welcome_budget',
      })
      .then(({ rows }) => rows[0] ?? { grants: 0, given: 0 }),
    readTerms(deps.db, deps),
    findFund(deps.db, rewardsOf(0)),
  ]);

/** Reads what the next new player receives, for visitors. */
export async function readOffer(deps: ReadDeps): Promise<WelcomeOffer> {
  const [{ given }, terms, rewards] = await readBudget(deps);
  const { coins, available } = terms;
  const isPaid = isCovered(terms, given) && (rewards?.balance ?? 0) >= coins;
  return isPaid ? { coins, available } : { coins: 0, available: 0 };
}

/** Reads what was given, for operators. */
export async function readGiven(deps: ReadDeps): Promise<WelcomeGiven> {
  const { db } = deps;
  const [[{ grants, given }, terms, rewards], latest] = await Promise.all([
    readBudget(deps),
    db.pool.query<LatestGrant>({
      name: 'welcome-latest',
      text: `SELECT g.user_id, u.username::text, g.coins, g.available, g.is_same_network, g.granted_at
        FROM (SELECT * FROM welcome_grants ORDER BY granted_at DESC, user_id DESC LIMIT ${LATEST}) AS g
        JOIN users u ON u.id = g.user_id ORDER BY g.granted_at DESC, g.user_id DESC`,
    }),
  ]);
  return {
    budget: terms.budget,
    given,
    grants,
    coins: terms.coins,
    rewards: rewards?.balance ?? 0,
    latest: latest.rows.map((row) => ({ ...row, granted_at: row.granted_at.toISOString() })),
  };
}
