import type { ListedBet } from '@copup/shared/bets.ts';
import type { PlayLimits } from '@copup/shared/play-limits.ts';
import { type BetTeams, sendBet, sendJoin } from '@copup/testkit/bet-player.ts';
import type { Outcome } from '@copup/testkit/history.ts';
import { call, type Player } from '@copup/testkit/players.ts';
import { convertAll, spinWheel, unlockWheel, uploadScreenshot } from '@copup/testkit/task-player.ts';
import { codeOf, codeOfOutcome } from './contest-players.ts';
import { nowMs } from './room-socket.ts';
import type { PastimeStep } from './scenarios/scenario.ts';
import { smallPicture } from './small-picture.ts';
import type { TickCounter } from './tick-counter.ts';

export interface PastimePlayersParts {
  fixtures: readonly BetTeams[];
  taskIds: readonly number[];
  spinPasscode: string;
  urlOf: (user: number) => string;
  player: (user: number) => Player;
  counter: TickCounter;
}

/** A worker's players in bets, tasks and on the wheel. */
export class PastimePlayers {
  readonly #parts: PastimePlayersParts;

  constructor(parts: PastimePlayersParts) {
    this.#parts = parts;
  }

  /** Latency counts from `plannedAtMs`. */
  async do(step: PastimeStep, plannedAtMs: number): Promise<void> {
    const outcome = await this.#send(step);
    if (!outcome) return;
    const { server } = this.#parts.player(step.user);
    this.#parts.counter.bid(codeOfOutcome(outcome), nowMs() - plannedAtMs, server);
  }

  async #send(step: PastimeStep): Promise<Outcome | undefined> {
    const { fixtures, taskIds, player } = this.#parts;
    const own = player(step.user);
    switch (step.do) {
      case 'create-bet': {
        const fixture = fixtures[step.fixture];
        if (!fixture) throw new Error(`no fixture ${step.fixture}`);
        return sendBet(own, fixture, step.stake);
      }
      case 'join-bet':
        return this.#join(own, step.nth);
      case 'upload':
        return uploadScreenshot(own, taskIds[step.task] ?? 0, smallPicture(step.user));
      case 'convert':
        return convertAll(own).catch((error) => this.#failed('read: the rate of task coins', error));
      case 'spin':
        return this.#spin(own);
      case 'limit':
        return this.#limit(step.user, own, step.coins);
    }
  }

  /** Joins a listed bet of another player; nothing when there is none. */
  async #join(player: Player, nth: number): Promise<Outcome | undefined> {
    const bets = await player
      .read<ListedBet[]>('/bet/bets?status=pending&limit=100')
      .catch((error) => this.#failed('read: bets', error));
    const offered = bets?.filter(({ own_side }) => own_side === null) ?? [];
    const bet = offered[nth % offered.length];
    return bet ? sendJoin(player, bet.bet_id) : undefined;
  }

  /** Without the server's passcode the wheel stays locked, which refuses the spin. */
  async #spin(player: Player): Promise<Outcome> {
    await unlockWheel(player, this.#parts.spinPasscode);
    return spinWheel(player);
  }

  async #limit(user: number, { token }: Player, day: number): Promise<undefined> {
    const reply = await call(this.#parts.urlOf(user), 'PUT', '/user/limits', { token, body: { day } });
    if (reply.status !== 200) this.#failed('set: a limit', reply.body);
  }

  #failed(kind: string, refusal: unknown): undefined {
    this.#parts.counter.failed(`${kind}: ${codeOf(refusal)}`);
    return undefined;
  }
}

/** Returns how a player's limit of the day is broken; undefined when it holds, or when there is none. */
export async function brokenLimit(player: Player): Promise<string | undefined> {
  const { day } = await player.read<PlayLimits>('/user/limits');
  if (day.coins === null || day.used <= day.coins) return undefined;
  return `${player.username} has spent ${day.used} coins of a limit of ${day.coins}`;
}
