import { hasRows } from '../../demo-content.ts';
import type { SubjectFeature } from '../../feature.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { acceptApproved } from './accept-answer.ts';
import { ANSWER_LANE, defineAnswerLane, traceAnswers } from './answer-lane.ts';
import { answersRoutes } from './answers.routes.ts';
import { auditHeists } from './audit-heists.ts';
import { readHeistProof } from './heist-proof.ts';
import { heistParts } from './heists.admin.routes.ts';
import { HEIST } from './heists.queries.ts';
import { heistRoomKind, heistsRoomKind, vaultRoomKind } from './heists.room.ts';
import { heistsRoutes } from './heists.routes.ts';
import { heistKind } from './heists.subject.ts';
import { nearMissesRoutes } from './near-misses.ts';
import { startNoticesSweep } from './notify-starts.ts';
import { renewHeists } from './renew-demo.ts';
import { defineTicketLane, TICKET_LANE, traceTickets } from './ticket-lane.ts';
import { ticketsByLinkRoutes } from './tickets-by-link.routes.ts';
import { purgeUnlocks } from './unlocks.ts';

export const heists: SubjectFeature = {
  name: 'heists',
  auditReferences: [entryReferences(heistKind), auditHeists],
  demo: { exists: hasRows('heists'), renew: renewHeists },
  build: (deps) => {
    const realms = subjectRealms(deps, heistKind);
    const tickets = traceTickets(deps, defineTicketLane(deps));
    const parts = heistParts(deps);
    return {
      ...parts,
      routes: [
        heistsRoutes(deps, { realms, tickets }),
        ticketsByLinkRoutes(deps, tickets),
        answersRoutes(deps, { answers: traceAnswers(deps, defineAnswerLane(deps)) }),
        ...parts.routes,
        nearMissesRoutes(deps),
      ],
      roomKinds: [heistRoomKind(deps, realms), vaultRoomKind(deps, realms), heistsRoomKind(deps)],
      jobs: subjectJobs(deps, heistKind, [
        startNoticesSweep(deps),
        { name: 'heists-purge-unlocks', everyMs: 60_000, run: () => purgeUnlocks(deps.db) },
      ]),
      commandLanes: [{ lane: TICKET_LANE }, { lane: ANSWER_LANE }],
      proofs: { [HEIST]: readHeistProof(deps) },
      approvedActions: { ...acceptApproved(), ...parts.approvedActions },
    };
  },
};
