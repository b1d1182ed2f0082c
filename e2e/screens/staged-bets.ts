import type { BetsState, Fixture, FixturesReply, ListedBet } from '@copup/shared/bets.ts';
import { longName, type StagedPage } from './staged-page.ts';

export const hourMs = 3_600_000;
export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

const teams = [
  { id: 101, name: 'Green Eagles FC', crest: 'pale-0a7245-f6f4ee' },
  { id: 102, name: 'Lagoon United', crest: 'fess-2439b0-ffb01f' },
  { id: 103, name: 'Northern Pillars of the Savannah and the Middle Belt', crest: 'bend-d42b10-f6f4ee' },
  { id: 104, name: 'Port Harcourt City Rovers', crest: 'roundel-0f1530-8ea2ff' },
  { id: 105, name: 'Ibadan Athletic', crest: 'bars-6b3f00-ffcf70' },
  { id: 106, name: 'Calabar Waves', crest: 'halves-0b6170-c9f0f5' },
] as const;
type Team = (typeof teams)[number];

export const betOf = (
  id: number,
  [a, b]: readonly [Team, Team],
  facts: Partial<ListedBet> = {},
): ListedBet => ({
  bet_id: id,
  title: 'Lagos derby, who takes it?',
  team_a: a.name,
  team_b: b.name,
  team_a_id: a.id,
  team_b_id: b.id,
  team_a_crest: a.crest,
  team_b_crest: b.crest,
  stake_points: 500,
  prize_points: 950,
  fee_percent: 5,
  kickoff: inMs(26 * hourMs),
  status: 'pending',
  creator: 'tunde_ibadan',
  opponent: null,
  created_at: inMs(-hourMs),
  own_side: null,
  ...facts,
});
const [eagles, lagoon, pillars, rovers, ibadan, calabar] = teams;

export { calabar, eagles, ibadan, lagoon };
export const derby = betOf(700_010, [eagles, lagoon]);
export const superEight = betOf(700_009, [pillars, rovers], {
  title: `Super 8 final: ${longName}`.slice(0, 100),
  stake_points: 1_284_550,
  prize_points: 2_440_645,
  creator: 'w'.repeat(20),
});
export const ownOne = betOf(700_008, [ibadan, calabar], {
  title: 'First to score',
  stake_points: 50,
  prize_points: 95,
  creator: 'ngozi.o',
  own_side: 'team_a',
});
export const started = betOf(700_007, [lagoon, ibadan], { title: 'Midweek special', kickoff: inMs(-60_000) });
export const pending = [derby, superEight, ownOne, started];

export function stageBets(
  staged: StagedPage,
  bets: readonly ListedBet[],
  changes: BetsState['changes'] = [],
): void {
  staged.answer('/bet/bets', { json: bets });
  staged.socket.set('bets', { changes });
}

const fixtureOf = (id: number, [team_a, team_b]: readonly [Team, Team], hours: number): Fixture => ({
  id,
  team_a,
  team_b,
  kickoff: inMs(hours * hourMs),
});
export const fixtures = [
  fixtureOf(2001, [eagles, lagoon], 26),
  fixtureOf(2002, [pillars, rovers], 50),
  fixtureOf(2003, [ibadan, calabar], 75),
];
export const repliesWith = (items: readonly Fixture[], fee = 5): FixturesReply => ({
  items: [...items],
  next: null,
  terms: { stake_min: 1, stake_max: 10_000, fee_percent: fee },
  server_time: inMs(0),
});

export function stageFixtures(staged: StagedPage, reply: FixturesReply): void {
  staged.answer('/bet/fixtures', { json: reply });
  staged.answer('/bet/teams', { json: teams });
}
