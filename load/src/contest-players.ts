import type { MathQuestion } from '@copup/shared/math-games.ts';
import { answerQuestion, joinContest, pickCard, readQuestion } from '@copup/testkit/contest-player.ts';
import type { Outcome, Recorder } from '@copup/testkit/history.ts';
import type { Player } from '@copup/testkit/players.ts';
import { type TapConnection, Tapper } from '@copup/testkit/tapper.ts';
import pLimit from 'p-limit';
import type { RunContest } from './messages.ts';
import { nowMs } from './room-socket.ts';
import type { PlayStep } from './scenarios/scenario.ts';
import type { TickCounter } from './tick-counter.ts';

const JOINS_AT_ONCE = 16;

export interface ContestPlayersParts {
  contests: readonly RunContest[];
  player: (user: number) => Player;
  /** Undefined for a user without a socket. */
  socketOf: (user: number) => TapConnection | undefined;
  recorder: Recorder;
  counter: TickCounter;
}

/** A worker's players in contests: each player does one thing after the other in each contest. */
export class ContestPlayers {
  readonly #parts: ContestPlayersParts;
  readonly #last = new Map<string, Promise<void>>();
  readonly #tappers = new Map<string, Tapper>();
  readonly #questions = new Map<string, MathQuestion>();

  constructor(parts: ContestPlayersParts) {
    this.#parts = parts;
  }

  async join(joins: readonly { user: number; contest: number }[]): Promise<void> {
    const byUser = Map.groupBy(joins, ({ user }) => user);
    await pLimit(JOINS_AT_ONCE).map(byUser.values(), async (own) => {
      for (const { user, contest } of own) {
        const { type, reply } = await joinContest(this.#parts.player(user), this.#contest(contest));
        if (type !== 'ok') this.#parts.counter.failed(`join-contest: ${codeOf(reply)}`);
      }
    });
  }

  /** Resolves when the play is answered. Latency counts from `plannedAtMs`. */
  play(step: PlayStep, plannedAtMs: number): Promise<void> {
    const name = `${step.contest} ${step.user}`;
    const before = this.#last.get(name) ?? Promise.resolve();
    const playing = before.then(async () => {
      const outcome = await this.#send(step, name);
      if (!outcome) return;
      const { server } = this.#parts.player(step.user);
      this.#parts.counter.bid(codeOfOutcome(outcome), nowMs() - plannedAtMs, server);
    });
    this.#last.set(name, playing);
    return playing;
  }

  async #send(step: PlayStep, name: string): Promise<Outcome | undefined> {
    const { id } = this.#contest(step.contest);
    const player = this.#parts.player(step.user);
    if (step.do === 'tap') return this.#tapper(step, name).tap(step.count);
    if (step.do === 'pick') return pickCard(player, id, step.position);
    const question = this.#questions.get(name);
    this.#questions.delete(name);
    if (!question) {
      await this.#requestQuestion(player, id, name);
      return undefined;
    }
    const sum = question.number1 + question.number2;
    const picked = step.isRight ? sum : question.options.find((option) => option !== sum);
    const outcome = await answerQuestion(player, id, question, picked ?? sum);
    // A question that was refused as too early stays open.
    const next = (outcome.reply as { newQuestion?: MathQuestion } | undefined)?.newQuestion ?? question;
    if (outcome.type !== 'unknown') this.#questions.set(name, next);
    return outcome;
  }

  async #requestQuestion(player: Player, id: number, name: string): Promise<void> {
    try {
      this.#questions.set(name, await readQuestion(player, id));
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'CONTEST_ENDED') this.#parts.counter.failed(`read: a question: ${code}`);
    }
  }

  #tapper({ user, contest }: PlayStep, name: string): Tapper {
    let tapper = this.#tappers.get(name);
    if (!tapper) {
      const socket = this.#parts.socketOf(user);
      if (!socket) throw new Error(`player ${user} has no socket`);
      const batches = { contest: this.#contest(contest).id, stream: user + 1 };
      tapper = new Tapper(this.#parts.player(user), socket, this.#parts.recorder, batches);
      this.#tappers.set(name, tapper);
    }
    return tapper;
  }

  #contest(at: number): RunContest {
    const contest = this.#parts.contests[at];
    if (!contest) throw new Error(`no contest ${at}`);
    return contest;
  }
}

export const codeOf = (reply: unknown): string =>
  (reply as { code?: string } | undefined)?.code ?? 'no reply';
export const codeOfOutcome = ({ type, reply }: Outcome): string =>
  type === 'ok' ? 'accepted' : type === 'fail' ? codeOf(reply) : 'unknown';
