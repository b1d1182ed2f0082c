import { setTimeout as pause } from 'node:timers/promises';
import type { BetReply } from '@copup/shared/bets.ts';
import type { Outcome } from './history.ts';
import type { Player } from './players.ts';

/** The password of every bet in a test. */
const betPassword = 'drill-2026';
const retryPauseMs = 300;
/** Refusals that say nothing about the bet. */
const again = new Set(['RATE_LIMITED', 'BUSY', 'DEADLINE_PASSED', 'UNAVAILABLE']);

export interface BetTeams {
  teamA: number;
  teamB: number;
}

/** Sends a new bet, once. */
export function sendBet(player: Player, { teamA, teamB }: BetTeams, stake: number): Promise<Outcome> {
  const body = {
    team_a: teamA,
    team_b: teamB,
    stake_points: stake,
    password: betPassword,
    title: 'Drill derby',
  };
  return player.sendRecorded('create-bet', '/bet/create', { amount: stake }, body, {});
}

/** Sends the join of a bet, once. */
export const sendJoin = (player: Player, betId: number): Promise<Outcome> =>
  player.sendRecorded('join-bet', `/bet/join/${betId}`, { betId }, { password: betPassword }, {});

/** Creates a bet and returns its number. Sends it again while the server is busy. */
export async function createBet(player: Player, teams: BetTeams, stake: number): Promise<number> {
  const { bet } = await patient(() => sendBet(player, teams, stake));
  return bet.bet_id;
}

/** Joins a bet. */
export async function joinBet(player: Player, betId: number): Promise<void> {
  await patient(() => sendJoin(player, betId));
}

/** Resolves with the reply; rejects when the command was refused. */
async function patient(send: () => Promise<Outcome>): Promise<BetReply> {
  for (;;) {
    const { type, reply } = await send();
    if (type === 'ok') return reply as BetReply;
    if (!again.has((reply as { code?: string } | undefined)?.code ?? ''))
      throw new Error(`a bet was refused: ${JSON.stringify(reply)}`);
    await pause(retryPauseMs);
  }
}
