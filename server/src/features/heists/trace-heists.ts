import { heistRoom } from '@copup/shared/room-names.ts';
import type { Deps } from '../../deps.ts';
import { tracedLane } from '../../traces/traced-lane.ts';
import type { AnswerLane } from './answer-lane.ts';
import type { TicketLane } from './ticket-lane.ts';

type TraceDeps = Pick<Deps, 'traces' | 'clock'>;

/** Records tickets in the trace of their heist's room (O2). */
export const traceTickets = ({ traces, clock }: TraceDeps, lane: TicketLane): TicketLane =>
  tracedLane(lane, {
    traces,
    clock,
    describe: (key, { viewer }) => ({
      room: heistRoom(Number(key)),
      userId: viewer.userId,
      command: 'ticket',
    }),
  });

/** Records answers, without their text (H3). */
export const traceAnswers = ({ traces, clock }: TraceDeps, lane: AnswerLane): AnswerLane =>
  tracedLane(lane, {
    traces,
    clock,
    describe: (key, { viewer }) => ({
      room: heistRoom(Number(key)),
      userId: viewer.userId,
      command: 'answer',
    }),
  });
