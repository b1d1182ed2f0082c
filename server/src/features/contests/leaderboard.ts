import { LEADERBOARD_ROWS, type TopRow } from '@copup/shared/contests.ts';

/** A row of a contest's top, as it is stored. */
export interface Leader {
  userId: string;
  username: string;
  profile: string | null;
  score: number;
  /** The contest's seq when this score was reached. */
  seq: number;
}

type Scored = Pick<Leader, 'score' | 'seq'>;

/** C8: the higher score first; of equal ones that which was reached first. */
export const compareLeaders = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq;

/**
 * C5: the top after a batch. Scores only rise, so whoever is in the new top was in the old one or is in the batch. `changed`
 * holds each player of the batch once, with a score above 0. Returns the old top itself when nothing in it changes.
 */
export function mergeTop(top: readonly Leader[], changed: Iterable<Leader>): readonly Leader[] {
  const last = top.length === LEADERBOARD_ROWS ? top.at(-1) : undefined;
  const isInTop = new Set(top.map(({ userId }) => userId));
  const candidates: Leader[] = [];
  for (const leader of changed)
    if (isInTop.has(leader.userId) || last === undefined || compareLeaders(leader, last) < 0)
      candidates.push(leader);
  if (candidates.length === 0) return top;
  const replaced = new Set(candidates.map(({ userId }) => userId));
  return [...top.filter(({ userId }) => !replaced.has(userId)), ...candidates]
    .sort(compareLeaders)
    .slice(0, LEADERBOARD_ROWS);
}

/** 1 is the best; undefined below the top. */
export function rankInTop(top: readonly Pick<Leader, 'userId'>[], userId: string): number | undefined {
  const at = top.findIndex((leader) => leader.userId === userId);
  return at === -1 ? undefined : at + 1;
}

export const toTopRows = (top: readonly Leader[]): TopRow[] =>
  top.map(({ username, score, profile }) =>
    profile === null ? [username, score] : [username, score, profile],
  );
