import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { LaneHandle } from '../lanes/lane-kind.ts';
import type { RoomTraces } from './room-traces.ts';

interface Described {
  room: string;
  userId: string;
  command: string;
}

export interface TracedLaneOptions<Command, Outcome> {
  traces: Pick<RoomTraces, 'command'>;
  clock: Pick<Clock, 'wallMs' | 'monotonicMs'>;
  describe: (key: string, command: Command) => Described;
  /** The price and the number of what was accepted. */
  facts?: (outcome: Outcome) => { price?: number; seq?: number };
}

/** Records each command of the lane in the trace of its room, with its outcome and how long the decision took. */
export function tracedLane<Command, Outcome>(
  lane: LaneHandle<Command, Outcome>,
  { traces, clock, describe, facts }: TracedLaneOptions<Command, Outcome>,
): LaneHandle<Command, Outcome> {
  return {
    submit(key, command, receivedAtMs) {
      const startMs = clock.monotonicMs();
      const waitedMs = receivedAtMs === undefined ? 0 : Math.max(0, clock.wallMs() - receivedAtMs);
      const note = (result: string, more?: { price?: number; seq?: number }) => {
        const { room, ...described } = describe(key, command);
        const ms = waitedMs + clock.monotonicMs() - startMs;
        traces.command(room, { ...described, ...more, result, ms });
      };
      const submitted = lane.submit(key, command, receivedAtMs);
      submitted.then(
        (outcome) => note('accepted', facts?.(outcome)),
        (error: unknown) => note(error instanceof Refusal ? error.code : 'INTERNAL'),
      );
      return submitted;
    },
  };
}
