import { betsRoom } from '@copup/shared/room-names.ts';
import type { Database } from '../../db/database.ts';
import { and, eq, gt, inArray, lt, sql } from '../../db/drizzle.ts';
import type { Transaction } from '../../db/in-transaction.ts';
import { announceLists } from '../../subjects/announce.ts';
import { type BetRow, bets, type FixtureRow } from './bets.tables.ts';

type Source = Database | Transaction;

export async function findBet(source: Source, id: number): Promise<BetRow | undefined> {
  const [row] = await source.orm.select().from(bets).where(eq(bets.id, id));
  return row;
}

/** Locks the bet. Lock users and the fixture before, wallets and funds after. */
export async function lockBet(tx: Transaction, id: number): Promise<BetRow | undefined> {
  const [row] = await tx.orm.select().from(bets).where(eq(bets.id, id)).for('no key update');
  return row;
}

/** The place of a bet in the order in which the bets of a fixture end: first those without a settlement, then by id. */
export type BetPlace = Pick<BetRow, 'settledNo' | 'id'>;
export const FIRST_PLACE: BetPlace = { settledNo: 0, id: 0 };

export interface BetsToEnd {
  limit: number;
  /** Only bets that follow this one. */
  after: BetPlace;
}

/** The first bets of a fixture with this status, in the order of their ids. */
export const betsWithStatus = (
  tx: Transaction,
  fixtureId: number,
  status: 'pending' | 'active',
  { after, limit }: BetsToEnd,
) =>
  tx.orm
    .select()
    .from(bets)
    .where(and(eq(bets.fixtureId, fixtureId), eq(bets.status, status), gt(bets.id, after.id)))
    .orderBy(bets.id)
    .limit(limit);

/** The first active and settled bets of a fixture to which its result has not been applied. */
export const unsettledBets = (
  tx: Transaction,
  { id, resultNo }: Pick<FixtureRow, 'id' | 'resultNo'>,
  { after, limit }: BetsToEnd,
) =>
  tx.orm
    .select()
    .from(bets)
    .where(
      and(
        eq(bets.fixtureId, id),
        inArray(bets.status, ['active', 'settled']),
        lt(bets.settledNo, resultNo),
        sql`(${bets.settledNo}, ${bets.id}) > (${after.settledNo}, ${after.id})`,
      ),
    )
    .orderBy(bets.settledNo, bets.id)
    .limit(limit);

/** Locks the first pending and active bets of a realm, in the order of their ids. */
export async function lockOpenBets(tx: Transaction, realm: number, limit: number): Promise<BetRow[]> {
  return await tx.orm
    .select()
    .from(bets)
    .where(and(eq(bets.realm, realm), inArray(bets.status, ['pending', 'active'])))
    .orderBy(bets.id)
    .limit(limit)
    .for('no key update');
}

/** Announces new bets and changes of status in the rooms `bets` (B3). Call it last in a transaction (R5). */
export const announceBets = (tx: Transaction, changed: readonly Pick<BetRow, 'realm'>[]): Promise<void> =>
  announceLists(
    tx,
    changed.map(({ realm }) => betsRoom(realm)),
  );

export type BetToPay = Pick<
  BetRow,
  'stakePoints' | 'feePercent' | 'creatorId' | 'opponentId' | 'teamAId' | 'result'
>;

/** Lists the active and settled bets of a fixture: those that its result pays. */
export async function listBetsToPay(tx: Transaction, fixtureId: number): Promise<BetToPay[]> {
  const { rows } = await tx.client.query<BetToPay>({
    name: 'bets-to-pay',
    text: `SELECT stake_points AS "stakePoints", fee_percent AS "feePercent", creator_id AS "creatorId",
        opponent_id AS "opponentId", team_a_id AS "teamAId", result
      FROM bets WHERE fixture_id = $1 AND status IN ('active', 'settled')`,
    values: [fixtureId],
  });
  return rows;
}
