import type { BetReply, CreateBetBody } from '@copup/shared/bets.ts';
import type { z } from 'zod';
import { lockUser } from '../../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import { lockWallets } from '../../ledger/wallets.ts';
import { requirePlayAllowed } from '../../responsible-play/restrictions.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { assertNoListedWord } from '../../settings/word-list.ts';
import { openEscrow, stake } from './bet-accounts.ts';
import { digestPassword, sealPassword } from './bet-password.ts';
import { findBetView } from './bet-views.queries.ts';
import { fixtureMoved, noFixture, notEnoughCoins, stakeLimit } from './bets.errors.ts';
import { announceBets } from './bets.queries.ts';
import { bets, type FixtureRow } from './bets.tables.ts';
import { toListedBet } from './bets.wire.ts';
import { countBet, findNextFixture, lockFixture } from './fixtures.queries.ts';

export type BetDeps = Pick<Deps, 'config' | 'db' | 'newId' | 'randomBytes' | 'settings'>;
export type Player = Pick<Viewer, 'userId' | 'realm'>;

export interface CreateBet {
  viewer: Player;
  body: z.output<typeof CreateBetBody>;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
}

/** Creates a pending bet about the next fixture of two teams and moves the creator's stake to its escrow (B2, B3). */
export async function createBet(deps: BetDeps, { viewer, body, key }: CreateBet): Promise<BetReply> {
  assertNoListedWord(deps.settings, 'title', body.title);
  const { userId } = viewer;
  const input = { ...body, password: digestPassword(deps, body.password).toString('hex') };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId, route: 'bet/create', subject: '', key, input }, async () => ({
      status: 200,
      reply: await createLocked(tx, deps, viewer, body),
    })),
  );
  return reply;
}

async function createLocked(
  tx: Transaction,
  deps: BetDeps,
  { userId, realm }: Player,
  body: CreateBet['body'],
): Promise<BetReply> {
  await lockPlayer(tx, userId);
  const fixture = await lockOffered(tx, realm, body);
  const stakePoints = body.stake_points;
  await assertStake(tx, deps, stakePoints);
  const draft = { escrowId: deps.newId() };
  const now = await tx.clock();
  const [bet] = await tx.orm
    .insert(bets)
    .values({
      ...draft,
      realm,
      fixtureId: fixture.id,
      title: body.title,
      creatorId: userId,
      teamAId: body.team_a,
      teamBId: body.team_b,
      stakePoints,
      feePercent: await deps.settings.read(tx, 'betFeePercent'),
      sealedPassword: sealPassword(deps, draft, body.password),
      statusAt: now,
      createdAt: now,
    })
    .returning();
  invariant(bet, 'the insert of a bet returned no row');
  await countBet(tx, fixture.id);
  await assertCoins(tx, userId, stakePoints);
  await openEscrow(tx, bet);
  await stake(tx, deps, bet, { side: 'team_a', userId, amount: stakePoints });
  await announceBets(tx, [bet]);
  const view = await findBetView(tx, bet.id);
  invariant(view, `bet ${bet.id} was created`);
  return { message: 'Bet request created successfully!', bet: toListedBet(view, userId) };
}

/** Locks the player, so that an account is not deleted meanwhile (S7), and refuses operators (X13). */
export async function lockPlayer(tx: Transaction, userId: string): Promise<string> {
  const player = await lockUser(tx, userId);
  if (!player || player.deletedAt) throw new Refusal('SESSION_ENDED', 'Please sign in again.');
  if (player.role === 1) throw new Refusal('OPERATORS_CANNOT_PLAY', 'Operators cannot take part.');
  return player.username;
}

/** Locks the fixture that the bet is about. The database's clock decides under the lock (P7). */
async function lockOffered(
  tx: Transaction,
  realm: number,
  { team_a, team_b, fixture_id }: CreateBet['body'],
): Promise<FixtureRow> {
  const nextId = await findNextFixture(tx, { realm, teams: [team_a, team_b] });
  if (nextId === undefined) throw noFixture();
  if (fixture_id !== undefined && fixture_id !== nextId) throw fixtureMoved();
  const fixture = await lockFixture(tx, nextId);
  const isOffered = fixture?.resultNo === 0 && fixture.kickoff > (await tx.clock());
  if (!isOffered || !hasTeams(fixture, team_a, team_b)) throw fixtureMoved();
  return fixture;
}

const hasTeams = ({ teamAId, teamBId }: FixtureRow, one: number, other: number): boolean =>
  (teamAId === one && teamBId === other) || (teamAId === other && teamBId === one);

async function assertStake(
  tx: Transaction,
  { settings }: Pick<Deps, 'settings'>,
  points: number,
): Promise<void> {
  const min = await settings.read(tx, 'betStakeMinCoins');
  const max = await settings.read(tx, 'betStakeMaxCoins');
  if (points < min || points > max) throw stakeLimit(min, max);
}

/**
 * Locks the wallet, whose available coins must cover the stake: bonus coins cannot be staked (L6). Refuses a player in a
 * break or at a limit (G1, G2).
 */
export async function assertCoins(tx: Transaction, userId: string, points: number): Promise<void> {
  const wallet = (await lockWallets(tx, [userId])).get(userId);
  invariant(wallet, `user ${userId} has no wallet`);
  await requirePlayAllowed(tx, wallet, points);
  if (wallet.available < points) throw notEnoughCoins();
}
