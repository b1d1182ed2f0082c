import type { ContestKind } from '@copup/shared/contests.ts';
import { paths, pathTo } from '@copup/shared/page-paths.ts';
import { and, eq, inArray } from 'drizzle-orm';
import type { AccountDeletion } from '../../feature.ts';
import { contestEntries, contests } from './contests.tables.ts';

const MAX_SHOWN = 20;
const pages: Record<ContestKind, string> = {
  tap: paths.tapContest,
  card: paths.cardGame,
  math: paths.mathGame,
};

/** S7: contests that the user joined and that are not settled. Few contests are open, so the query starts from them. */
export const contestDeletion: AccountDeletion = {
  async blocks(tx, userId) {
    const joined = await tx.orm
      .select({ id: contests.id, kind: contests.kind, title: contests.title })
      .from(contests)
      .innerJoin(
        contestEntries,
        and(eq(contestEntries.contestId, contests.id), eq(contestEntries.userId, userId)),
      )
      .where(inArray(contests.status, ['pending', 'active', 'cancelling']))
      .limit(MAX_SHOWN);
    return joined.map(({ id, kind, title }) => ({
      kind: 'contest',
      details: title,
      bid_points: null,
      path: pathTo(pages[kind], id),
    }));
  },
};
