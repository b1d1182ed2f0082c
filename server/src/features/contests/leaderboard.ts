import { LEADERBOARD_ROWS, type TopRow } from '@copup/shared/contests.ts';

/** A stored row of a contest's top. */
export interface Leader {
  userId: string;
  username: string;
  profile: string | null;
  score: number;
  /** The contest's seq when this score was reached. */
  seq: number;
}

type Scored = Pick<Leader, 'score' | 'seq'>;

/** Orders by score, highest first; equal scores by which was reached first (C8). */
export const compareLeaders = (a: Scored, b: Scored): number => b.score - a.score || a.seq - b.seq;

/**
 * Returns the top after a batch (C5). Scores only rise, so each row of the new top was in the old one or is in the
 * batch. `changed` holds each player of the batch once, with a score above 0. Returns the old array when nothing in it
 * changes.
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

/** Returns the rank from 1; undefined below the top. */
export function rankInTop(top: readonly Pick<Leader, 'userId'>[], userId: string): number | undefined {
  const at = top.findIndex((leader) => leader.userId === userId);
  return at === -1 ? undefined : at + 1;
}

export const toTopRows = (top: readonly Leader[]): TopRow[] =>
  top.map(({ username, score, profile }) =>
    profile === null ? [username, score] : [username, score, profile],
  );
