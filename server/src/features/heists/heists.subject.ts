import { TOO_FEW_PLAYERS } from '@copup/shared/heist-limits.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { heistRoom, vaultRoom } from '@copup/shared/room-names.ts';
import { isOpen, type SubjectKind, subjectOf } from '../../subjects/subject-kind.ts';
import { changeSubsidy } from '../../subjects/subsidy.ts';
import {
  alreadyJoined,
  heistEnded,
  heistNotEditable,
  heistNotFound,
  heistNotOpen,
  notEnoughCoins,
} from './heists.errors.ts';
import { HEIST, type HeistRow, heistColumns, isVoid, ticketTable } from './heists.queries.ts';
import { lockFreeWinners, outcomeColumns, settleHeists } from './settle-heists.ts';
import { countLeave } from './tickets.queries.ts';

/** Defines heists as live subjects (H1, H9): tickets go to the heist's pot. Tickets are sold by ticket-lane.ts. */
export const heistKind: SubjectKind<HeistRow> = {
  name: HEIST,
  ...liveSubjects.heist,
  table: 'heists',
  nameColumn: 'name',
  textFields: ['name', 'story', 'prizeName'],
  columns: heistColumns,
  entries: ticketTable,
  openStatuses: ['waiting', 'available', 'on_hold', 'started'],
  starts: [
    { name: 'open', from: 'waiting', to: 'available', column: 'opens_at', at: ({ opensAt }) => opensAt },
    { name: 'hold', from: 'available', to: 'on_hold', column: 'holds_at', at: ({ holdsAt }) => holdsAt },
    {
      name: 'start',
      from: 'on_hold',
      to: 'started',
      column: 'starts_at',
      at: ({ startsAt }) => startsAt,
      // Players must not answer a question that no prize can follow.
      cancels: (heist) => (isVoid(heist) ? TOO_FEW_PLAYERS : undefined),
    },
  ],
  cancelledStatus: 'cancelled',
  outcomeColumns,
  room: ({ id }) => heistRoom(id),
  furtherRooms: ({ id }) => [vaultRoom(id)],
  hasOpenTerms: ({ status, participants }) =>
    participants === 0 && (status === 'waiting' || status === 'available'),
  entryFee: ({ ticketPrice }) => ticketPrice,
  feeAccount: ({ potId }) => ({ kind: 'pot', id: potId }),
  refuseEntry: (heist, now) =>
    isOpen(heistKind, heist) && heist.status !== 'started' && now < heist.startsAt
      ? undefined
      : heistNotOpen(),
  mayCorrect: ({ status, startsAt }, now) => status !== 'started' && now < startsAt,
  countLeave,
  lockFree: lockFreeWinners,
  settle: (tx, due, _now, deps) => settleHeists(tx, due, deps),
  release: (tx, { id, realm, potId, subsidy }, deps) =>
    changeSubsidy(tx, deps, { subject: subjectOf(heistKind, id), realm, potId }, -subsidy, 'end'),
  settledNotice({ id, name, status, winnerId, cancelReason }, { userId, paid }) {
    const subject = subjectOf(heistKind, id);
    if (status !== 'completed' || winnerId === null) {
      return {
        userId,
        kind: 'refunded',
        subject,
        details: { name, bid_points: paid, reason: cancelReason },
      };
    }
    // The winner was notified by the settlement.
    return userId === winnerId ? undefined : { userId, kind: 'lost', subject, details: { name } };
  },
  errors: {
    notFound: heistNotFound,
    ended: heistEnded,
    alreadyJoined,
    notEnoughCoins,
    over: () => heistNotEditable('This heist is over.'),
    live: () =>
      heistNotEditable(
        'The terms of this heist are fixed: only its name, story, prize name and picture can change.',
      ),
    fixed: () => heistNotEditable('This heist has started: nothing can change. Cancel and reopen it.'),
  },
};
