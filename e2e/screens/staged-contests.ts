import type { Contest, ContestKind, ContestState, TopRow } from '@copup/shared/contests.ts';
import { longName, ngozi, type StagedPage } from './staged-page.ts';

export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const hash = '9f2c41ab'.repeat(8);

export function contestOf(kind: ContestKind, facts: Partial<Contest> = {}): Contest {
  return {
    id: 7,
    kind,
    title: 'Friday Night Tap-Off',
    image: '',
    description: '',
    entry_fee: 20,
    prize: 2_500,
    minimum_users: 4,
    status: 'active',
    starts_at: inMs(-60_000),
    end_date: inMs(60_000),
    players: 48,
    joined: true,
    version: 1,
    server_time: inMs(0),
    ...facts,
  };
}

export const own = { score: 0, rank: null, won_available: null, won_bonus: null, cancel_reason: null };
export const calls: Record<ContestKind, { list: string; one: string }> = {
  tap: { list: '/tap/contests', one: '/tap/contest/7' },
  card: { list: '/cardGameOne/card-games', one: '/cardGameOne/card-game/7' },
  math: { list: '/mathGame/all', one: '/mathGame/game/7' },
};
export const top: TopRow[] = [
  ['zainab.m', 1_391],
  [ngozi.username, 1_204],
  ['Chukwuemeka Oluwadamilare-Nwosu', 1_198],
  ['w'.repeat(20), 1_102],
];

export const stateOf = (contest: Contest, facts: Partial<ContestState> = {}): ContestState => ({
  status: contest.status,
  endDate: Date.parse(contest.end_date),
  players: contest.players,
  top,
  ...facts,
});

export function stageLists(staged: StagedPage, lists: Partial<Record<ContestKind, Contest[]>>): void {
  for (const kind of ['tap', 'card', 'math'] as const) {
    const contests = lists[kind] ?? [];
    staged.answer(calls[kind].list, { json: contests });
    if (kind === 'card') staged.answer('/cardGamOne/card-games', { json: contests });
    for (const contest of contests)
      staged.socket.set(`${kind}:${contest.id}@card`, stateOf(contest, { top: [] }));
  }
  staged.socket.set('contests', { changes: [] });
}

export function stageContest(
  staged: StagedPage,
  contest: Contest,
  more: object = {},
  state: Partial<ContestState> = {},
): void {
  const commitment = contest.kind === 'card' ? { commitment: hash, winner: null, next_pick_at: null } : {};
  staged.answer(calls[contest.kind].one, { json: { ...contest, ...own, ...commitment, ...more } });
  staged.socket.set(`${contest.kind}:${contest.id}`, stateOf(contest, state));
  staged.answer('/tap/winners', { json: [] });
}

export const lobby = (kind: ContestKind) => [
  contestOf(kind, { id: 7, minimum_users: 5, players: 4 }),
  contestOf(kind, { id: 8, title: longName, joined: false, prize: 1_284_550, entry_fee: 1_000_000 }),
  contestOf(kind, { id: 9, title: 'Owerri Masters', minimum_users: 8, players: 6, joined: false }),
  contestOf(kind, {
    id: 10,
    title: 'High Table',
    minimum_users: 13,
    players: 2,
    joined: false,
    status: 'pending',
    starts_at: inMs(3_600_000),
    end_date: inMs(7_200_000),
  }),
];
