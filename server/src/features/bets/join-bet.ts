import type { BetReply } from '@copup/shared/bets.ts';
import type { LimitName } from '@copup/shared/limit-rules.ts';
import { eq } from '../../db/drizzle.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import { betSubject, stake } from './bet-accounts.ts';
import { digestPassword, isPassword } from './bet-password.ts';
import { prizeOf } from './bet-rules.ts';
import { findBetView } from './bet-views.queries.ts';
import { betNotFound, kickedOff, notJoinable, ownBet, wrongBetPassword } from './bets.errors.ts';
import { announceBets, findBet, lockBet } from './bets.queries.ts';
import { type BetRow, bets } from './bets.tables.ts';
import { shownTitle, toListedBet } from './bets.wire.ts';
import { assertCoins, type BetDeps, lockPlayer, type Player } from './create-bet.ts';
import { findFixture } from './fixtures.queries.ts';

type JoinDeps = BetDeps & Pick<Deps, 'limits' | 'notices'>;

export interface JoinBet {
  betId: number;
  viewer: Player;
  password: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/**
 * Joins a pending bet with its password: the player backs team_b and the same stake moves to the escrow (B2). The lock of
 * the bet decides between players who join at once. Wrong passwords are limited (B3) and cost no transaction.
 */
export async function joinBet(deps: JoinDeps, command: JoinBet): Promise<BetReply> {
  const { betId, viewer, password, key } = command;
  await checkPassword(deps, command);
  const { userId } = viewer;
  const input = { password: digestPassword(deps, password).toString('hex') };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId, route: 'bet/join', subject: String(betId), key, input }, async () => ({
      status: 200,
      reply: await joinLocked(tx, deps, command),
    })),
  );
  return reply;
}

/** Reads the bet of the player's realm without a lock. The password of a bet never changes. */
async function checkPassword(deps: JoinDeps, { betId, viewer, password }: JoinBet): Promise<void> {
  const bet = await findBet(deps.db, betId);
  if (bet?.realm !== viewer.realm) throw betNotFound();
  if (bet.creatorId === viewer.userId) throw ownBet();
  if (countingAttempt(deps, bet, viewer, () => isPassword(deps, bet, password))) return;
  throw bet.status === 'pending' ? wrongBetPassword() : notJoinable(bet.status);
}

/**
 * Takes a point of both limits before the password is compared, so that attempts at once are counted too, and gives them
 * back for the right password. Where others have used up the bet's limit, the user has one attempt a minute: they slow an
 * opponent down and never keep them out. Throws RATE_LIMITED.
 */
function countingAttempt(
  { limits }: Pick<Deps, 'limits'>,
  { id }: BetRow,
  { userId }: Player,
  isRight: () => boolean,
): boolean {
  const taken: [LimitName, string][] = [];
  const take = (name: LimitName, key: string) => {
    limits.consume(name, key);
    taken.push([name, key]);
  };
  const giveBack = () => {
    for (const [name, key] of taken) limits.giveBack(name, key);
  };
  const ofUser = `${userId} ${id}`;
  take('betPassword', ofUser);
  try {
    take('betPasswordOfBet', String(id));
  } catch {
    try {
      take('betPasswordSlowed', ofUser);
    } catch (error) {
      giveBack();
      throw error;
    }
  }
  if (!isRight()) return false;
  giveBack();
  return true;
}

async function joinLocked(tx: Transaction, deps: JoinDeps, { betId, viewer }: JoinBet): Promise<BetReply> {
  const { userId } = viewer;
  const username = await lockPlayer(tx, userId);
  const bet = await lockBet(tx, betId);
  invariant(bet, `bet ${betId} disappeared`);
  if (bet.status !== 'pending') throw notJoinable(bet.status);
  const fixture = await findFixture(tx, bet.fixtureId);
  const now = await tx.clock();
  if (!fixture || fixture.resultNo > 0 || fixture.kickoff <= now) throw kickedOff();
  await assertCoins(tx, userId, bet.stakePoints);
  await tx.orm
    .update(bets)
    .set({ status: 'active', statusAt: now, opponentId: userId, joinedAt: now })
    .where(eq(bets.id, betId));
  await stake(tx, deps, bet, { side: 'team_b', userId, amount: bet.stakePoints });
  const details = { event: 'joined', name: shownTitle(bet), username, prize: prizeOf(bet) };
  await deps.notices.write(tx, [{ userId: bet.creatorId, kind: 'bet', subject: betSubject(betId), details }]);
  await announceBets(tx, [bet]);
  const view = await findBetView(tx, betId);
  invariant(view, `bet ${betId} disappeared`);
  return { message: 'Successfully joined the bet!', bet: toListedBet(view, userId) };
}
