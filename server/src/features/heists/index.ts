import { heistRoom } from '@copup/shared/room-names.ts';
import { hasRows } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import type { SubjectFeature } from '../../feature.ts';
import type { LaneHandle } from '../../lanes/lane-kind.ts';
import { tracedLane } from '../../rooms/room-traces.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { acceptApproved } from './accept-answer.ts';
import { ANSWER_LANE, defineAnswerLane } from './answer-lane.ts';
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
import { defineTicketLane, TICKET_LANE } from './ticket-lane.ts';
import { ticketsByLinkRoutes } from './tickets-by-link.routes.ts';
import { purgeUnlocks } from './unlocks.ts';

export const heists: SubjectFeature = {
  name: 'heists',
  auditReferences: [entryReferences(heistKind), auditHeists],
  demo: { exists: hasRows('heists'), renew: renewHeists },
  build: (deps) => {
    const realms = subjectRealms(deps, heistKind);
    const tickets = traced(deps, 'ticket', defineTicketLane(deps));
    const parts = heistParts(deps);
    return {
      ...parts,
      routes: [
        heistsRoutes(deps, { realms, tickets }),
        ticketsByLinkRoutes(deps, tickets),
        answersRoutes(deps, { answers: traced(deps, 'answer', defineAnswerLane(deps)) }),
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

/** Records a lane's commands in the trace of their heist's room (O2), answers without their text (H3). */
function traced<Command extends { viewer: { userId: string } }, Reply>(
  { traces, clock }: Pick<Deps, 'traces' | 'clock'>,
  command: 'ticket' | 'answer',
  lane: LaneHandle<Command, Reply>,
): LaneHandle<Command, Reply> {
  const describe = (key: string, { viewer }: Command) => ({
    room: heistRoom(Number(key)),
    userId: viewer.userId,
    command,
  });
  return tracedLane(lane, { traces, clock, describe });
}
