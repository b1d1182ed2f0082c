import { setTimeout as pause } from 'node:timers/promises';
import { TAP } from '@copup/shared/room-names.ts';
import type { TapAck, TapBatch } from '@copup/shared/tap-contests.ts';
import type { Outcome, Recorder } from './history.ts';

const retries = 60;
const retryPauseMs = 200;
/** Refusals after which the same batch is sent again (see `TapRefused`). */
const sendAgain = new Set(['BUSY', 'UNAVAILABLE', 'OUTCOME_UNKNOWN', 'DEADLINE_PASSED', 'RATE_LIMITED']);

const unknownCodes = new Set<string>(['OUTCOME_UNKNOWN', 'INTERNAL']);

/** A socket of a player that may be closed and reopened at any moment. */
export interface TapConnection {
  /** Resolves with the acknowledgement; rejects when none comes in time or the socket closes. */
  request(event: string, payload: unknown): Promise<unknown>;
}

/** The taps of one page of a player (C2): numbered batches, each repeated with its number until it is answered. */
export class Tapper {
  readonly #player: { userId: string; username: string };
  readonly #connection: TapConnection;
  readonly #recorder: Recorder;
  readonly #contest: number;
  readonly #stream: number;
  #batch = 0;

  constructor(
    player: { userId: string; username: string },
    connection: TapConnection,
    recorder: Recorder,
    { contest, stream }: Pick<TapBatch, 'contest' | 'stream'>,
  ) {
    this.#player = player;
    this.#connection = connection;
    this.#recorder = recorder;
    this.#contest = contest;
    this.#stream = stream;
  }

  /** Sends the next batch. The one before must have been answered. */
  async tap(count: number): Promise<Outcome> {
    this.#batch += 1;
    const batch: TapBatch = { contest: this.#contest, stream: this.#stream, batch: this.#batch, count };
    const { userId, username } = this.#player;
    const intent = {
      process: username,
      command: 'tap' as const,
      key: `${this.#stream}.${this.#batch}`,
      args: { contestId: this.#contest, userId, count },
    };
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#recorder.run(intent, () => this.#send(batch));
      const { code } = (outcome.reply ?? {}) as { code?: string };
      const isAnswered =
        outcome.type === 'ok' || (outcome.type === 'fail' && code !== undefined && !sendAgain.has(code));
      if (isAnswered || attempt === retries) return outcome;
      await pause(retryPauseMs);
    }
  }

  async #send(batch: TapBatch): Promise<Outcome> {
    const ack = (await this.#connection.request(TAP, batch)) as TapAck;
    if (ack.ok) return { type: 'ok', reply: ack };
    return { type: unknownCodes.has(ack.code) ? 'unknown' : 'fail', reply: ack };
  }
}
