import type { ContestKind } from '@copup/shared/contests.ts';
import { liveSubjects } from '@copup/shared/live-subjects.ts';
import { contestRoom } from '@copup/shared/room-names.ts';
import { isOpen, isOver, type SubjectKind, subjectOf } from '../../subjects/subject-kind.ts';
import { changeSubsidy } from '../../subjects/subsidy.ts';
import {
  alreadyJoined,
  contestEnded,
  contestNotActive,
  contestNotEditable,
  contestNotFound,
  notEnoughCoins,
} from './contests.errors.ts';
import { CONTEST, type ContestRow, contestColumns, contestEntryTable } from './contests.queries.ts';
import { type IsSuspicious, lockFreeWinners, outcomeColumns, settleContests } from './settle-contests.ts';

export type ContestSubject = SubjectKind<ContestRow>;

/** Defines contests as live subjects (C1, C8): fees go to the contest's pot, and the best score wins the prize. */
export function defineContestSubject(isSuspicious: IsSuspicious): ContestSubject {
  const subject: ContestSubject = {
    name: CONTEST,
    ...liveSubjects.contest,
    table: 'contests',
    nameColumn: 'title',
    textFields: ['title', 'description'],
    columns: contestColumns,
    entries: contestEntryTable,
    openStatuses: ['pending', 'active'],
    starts: [
      { name: 'start', from: 'pending', to: 'active', column: 'starts_at', at: ({ startsAt }) => startsAt },
    ],
    cancelledStatus: 'void',
    outcomeColumns,
    room: ({ id, kind }) => contestRoom(kind ?? 'tap', id),
    entryFee: ({ entryFee }) => entryFee,
    feeAccount: ({ potId }) => ({ kind: 'pot', id: potId }),
    refuseEntry(contest, now) {
      if (!isOpen(subject, contest) || isOver(contest, now)) return contestEnded(contest.kind);
      return contest.status === 'active' ? undefined : contestNotActive(contest.kind);
    },
    // Players enter from the start on.
    mayCorrect: ({ status }) => status === 'pending',
    lockFree: lockFreeWinners,
    settle: (tx, due, _now, deps) => settleContests(tx, due, deps, isSuspicious),
    release: (tx, { id, realm, potId, subsidy }, deps) =>
      changeSubsidy(tx, deps, { subject: subjectOf(subject, id), realm, potId }, -subsidy, 'end'),
    settledNotice({ id, kind, title, status, winnerId, cancelReason }, { userId, paid }) {
      const about = subjectOf(subject, id);
      const details = { name: title, contest: kind };
      if (status !== 'ended') {
        return {
          userId,
          kind: 'refunded',
          subject: about,
          details: { ...details, bid_points: paid, reason: cancelReason },
        };
      }
      // The winner was notified by the settlement.
      return userId === winnerId ? undefined : { userId, kind: 'lost', subject: about, details };
    },
    errors: {
      notFound: contestNotFound,
      ended: contestEnded,
      alreadyJoined: () => alreadyJoined('tap'),
      notEnoughCoins,
      over: () => contestNotEditable('This contest is over.'),
      live: () =>
        contestNotEditable('This contest is live: only its title, description and picture can change.'),
      fixed: () =>
        contestNotEditable('Players have entered this contest: nothing can change. Cancel and reopen it.'),
    },
  };
  return subject;
}

/**
 * Returns the same definition for one kind, with its texts: the specification calls a tap contest a contest, and the
 * others games.
 */
export const wordedFor = (subject: ContestSubject, kind: ContestKind): ContestSubject => ({
  ...subject,
  refuseEntry: (contest, now) =>
    contest.kind === kind ? subject.refuseEntry(contest, now) : contestNotFound(kind),
  errors: {
    ...subject.errors,
    notFound: () => contestNotFound(kind),
    ended: () => contestEnded(kind),
    alreadyJoined: () => alreadyJoined(kind),
  },
});
