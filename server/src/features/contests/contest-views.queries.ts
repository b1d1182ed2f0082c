import type { Champion, ContestKind } from '@copup/shared/contests.ts';
import type { Database } from '../../db/database.ts';
import { Keyset, newestFirst, type Page, type PageQuery } from '../../db/keyset.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { contestColumns } from './contests.queries.ts';
import type { ViewedContest } from './contests.wire.ts';

export type ChampionRow = Omit<Champion, 'timestamp'> & { timestamp: Date };
type Caller = Pick<Viewer, 'userId' | 'realm'>;

const newest = newestFirst('s.id');
const lastSettled = new Keyset('DESC', { timestamp: ['s.settled_at', 'time'], id: ['s.id', 'int'] });

const viewed = `SELECT ${contestColumns}, n.players, clock_timestamp() AS "serverTime",
    EXISTS (SELECT 1 FROM contest_entries e WHERE e.contest_id = s.id AND e.user_id = $1) AS joined
  FROM contests s JOIN contest_player_counts n ON n.contest_id = s.id`;

/** Lists pending and active contests of a kind in the caller's realm, newest first (C12, X1). */
export async function listOpenContests(
  db: Database,
  { userId, realm }: Caller,
  kind: ContestKind,
  page: PageQuery,
): Promise<Page<ViewedContest>> {
  const { rows } = await db.pool.query<ViewedContest>({
    name: 'contests-open',
    text: `${viewed} WHERE s.realm = $2 AND s.kind = $3 AND s.status IN ('pending', 'active')
      AND ${newest.page(4)}`,
    values: [userId, realm, kind, ...newest.values(page)],
  });
  return newest.cut(rows, page);
}

export async function findContestFor(
  db: Database,
  { userId, realm }: Caller,
  kind: ContestKind,
  id: number,
): Promise<ViewedContest | undefined> {
  const { rows } = await db.pool.query<ViewedContest>({
    name: 'contest-view',
    text: `${viewed} WHERE s.id = $4 AND s.realm = $2 AND s.kind = $3`,
    values: [userId, realm, kind, id],
  });
  return rows[0];
}

/**
 * Returns the final rank of a player among all scores once the contest is over; ties by who reached the score first
 * (C8).
 */
export async function readFinalRank(
  db: Database,
  contestId: number,
  { score, reachedSeq }: { score: number; reachedSeq: number },
): Promise<number> {
  const { rows } = await db.pool.query<{ rank: number }>({
    name: 'contest-final-rank',
    text: `SELECT 1 + count(*)::int AS rank FROM contest_scores
      WHERE contest_id = $1 AND (score > $2 OR (score = $2 AND reached_seq < $3))`,
    values: [contestId, score, reachedSeq],
  });
  return rows[0]?.rank ?? 1;
}

/** Lists winners of this month in Africa/Lagos (X3) in realm 0, newest first (C11). */
export async function listChampions(db: Database, page: PageQuery): Promise<Page<ChampionRow>> {
  const { rows } = await db.pool.query<ChampionRow>({
    name: 'contest-champions',
    text: `SELECT s.id, s.kind, s.title, s.top -> 0 ->> 'username' AS username,
        coalesce(s.top -> 0 ->> 'profile', '') AS profile, s.prize AS awarded_points, s.settled_at AS timestamp
      FROM contests s
      WHERE s.status = 'ended' AND s.realm = 0
        AND s.settled_at >= date_trunc('month', statement_timestamp(), 'Africa/Lagos')
        AND ${lastSettled.page(1)}`,
    values: lastSettled.values(page),
  });
  return lastSettled.cut(rows, page);
}
