import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../feature.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { cancelOutlook } from '../../subjects/cancel-outlook.ts';
import { cancelRealm } from '../../subjects/cancel-subject.ts';
import { describeSubjectRooms } from '../../subjects/describe-rooms.ts';
import { describeNames } from '../../subjects/describe-subjects.ts';
import { publishApproved } from '../../subjects/publish-subject.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { hasSubjects } from '../../subjects/renew-demo.ts';
import { searchSubjects } from '../../subjects/search-subjects.ts';
import { subjectAdminRoutes } from '../../subjects/subject-admin.routes.ts';
import { publishedBy } from '../../subjects/subject-admin.ts';
import { subjectChangesRoutes } from '../../subjects/subject-changes.routes.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { subjectTimeline } from '../../subjects/subject-timeline.ts';
import { acceptApproved } from './accept-answer.ts';
import { ANSWER_LANE, defineAnswerLane } from './answer-lane.ts';
import { answersRoutes } from './answers.routes.ts';
import { auditHeists } from './audit-heists.ts';
import { readHeistProof } from './heist-proof.ts';
import { HEIST } from './heist-subject.ts';
import { heistLinks } from './heist-views.queries.ts';
import { heistList } from './heists.admin.queries.ts';
import { heistsAdmin } from './heists.admin.routes.ts';
import type { HeistRow } from './heists.queries.ts';
import { heistRoomKind, heistsRoomKind, vaultRoomKind } from './heists.room.ts';
import { heistsRoutes } from './heists.routes.ts';
import { heistKind } from './heists.subject.ts';
import { nearMissesRoutes } from './near-misses.admin.routes.ts';
import { startNoticesSweep } from './notify-starts.ts';
import { renewHeists } from './renew-demo.ts';
import { defineTicketLane, TICKET_LANE } from './ticket-lane.ts';
import { heistDeletion } from './tickets.queries.ts';
import { ticketsByLinkRoutes } from './tickets-by-link.routes.ts';
import { traceAnswers, traceTickets } from './trace-heists.ts';
import { purgeUnlocks } from './unlocks.ts';

const heistNames = { table: 'heists', nameColumn: 'name', kindColumn: 'category' };
/** Heists have no pages of their own: the lobby opens them. */
const heistPage = () => paths.heists;

export const heists: Feature = {
  name: 'heists',
  auditReferences: [entryReferences(heistKind), auditHeists],
  demo: { exists: (db) => hasSubjects(db, heistKind), renew: renewHeists },
  build: (deps) => {
    const realms = subjectRealms(deps, heistKind);
    const tickets = traceTickets(deps, defineTicketLane(deps));
    const describe = describeSubjectRooms(deps, heistKind);
    const admin = heistsAdmin(deps);
    return {
      routes: [
        heistsRoutes(deps, { realms, tickets }),
        ticketsByLinkRoutes(deps, tickets),
        subjectChangesRoutes(deps, heistKind, { base: '/hurt/heists', tag: 'heists' }),
        answersRoutes(deps, { answers: traceAnswers(deps, defineAnswerLane(deps)) }),
        subjectAdminRoutes(deps, admin),
        nearMissesRoutes(deps),
      ],
      roomKinds: [heistRoomKind(deps, realms), vaultRoomKind(deps, realms), heistsRoomKind(deps)],
      jobs: subjectJobs(deps, heistKind, [
        startNoticesSweep(deps),
        { name: 'heists-purge-unlocks', everyMs: 60_000, run: () => purgeUnlocks(deps.db) },
      ]),
      commandLanes: [{ lane: TICKET_LANE }, { lane: ANSWER_LANE }],
      proofs: { [HEIST]: readHeistProof(deps) },
      approvedActions: { ...acceptApproved(), ...publishApproved(publishedBy(deps, admin)) },
      describeSubjects: { [HEIST]: describeNames(deps, heistNames, heistPage) },
      describeRooms: { heist: describe, vault: describe },
      outlooks: { 'heist.cancel': cancelOutlook(heistKind) },
      timelines: { [HEIST]: subjectTimeline(heistKind, heistLinks) },
      searches: { [HEIST]: searchSubjects(deps, heistKind, heistList, ({ name }: HeistRow) => name) },
      deletion: heistDeletion,
      cancelRealm: (realm) => cancelRealm(deps, heistKind, realm),
    };
  },
};
