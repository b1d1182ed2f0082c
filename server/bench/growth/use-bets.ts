import type { BetReply, FixturesReply } from '@copup/shared/bets.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import type { GrownServer } from './grown-server.ts';

/** What the measured player and the operators have of bets. */
export interface BetIds {
  betId: string;
  fixtureId: string;
  teamId: string;
}

/** Creates a bet and cancels it, and creates another one, so that every list has a row. */
export async function useBets(server: GrownServer, player: ApiClient): Promise<BetIds> {
  const { items } = await ok<FixturesReply>(player.get('/bet/fixtures?limit=1'));
  const [fixture] = items;
  if (!fixture) throw new Error('there is no fixture');
  const body = {
    team_a: fixture.team_a.id,
    team_b: fixture.team_b.id,
    stake_points: 5,
    password: 'growth-1',
    title: 'Growth derby',
  };
  const first = await ok<BetReply>(player.post('/bet/create', body));
  await ok(player.post(`/bet/cancel/${first.bet.bet_id}`));
  const { bet } = await ok<BetReply>(player.post('/bet/create', body));
  await ok(server.operator.get(`/admin/bets/${bet.bet_id}`));
  return {
    betId: String(bet.bet_id),
    fixtureId: String(fixture.id),
    teamId: String(fixture.team_a.id),
  };
}

async function ok<Body>(reply: ReturnType<ApiClient['get']>): Promise<Body> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body;
}
