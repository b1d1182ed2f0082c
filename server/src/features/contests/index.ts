import { hasRows } from '../../demo-content.ts';
import type { Deps } from '../../deps.ts';
import type { SubjectFeature } from '../../feature.ts';
import { entryReferences } from '../../subjects/audit-entries.ts';
import { subjectRealms } from '../../subjects/realms.ts';
import { subjectJobs } from '../../subjects/subject-jobs.ts';
import { auditContests } from './audit-contests.ts';
import { cardRoutes } from './card/card.routes.ts';
import { readCardProof } from './card/read-card-proof.ts';
import { ContestCalls } from './contest-calls.ts';
import { contestParts } from './contests.admin.routes.ts';
import { CONTEST, contestEntryTable } from './contests.queries.ts';
import { contestRoomKinds, contestsRoomKind } from './contests.room.ts';
import { defineContests } from './define-contests.ts';
import { mathRoutes } from './math/math.routes.ts';
import { definePlayLane } from './play-lane.ts';
import { Ranks } from './ranks.ts';
import { renewContests } from './renew-demo.ts';
import { tapRoutes } from './tap/tap.routes.ts';
import { tapCountsRoutes } from './tap/tap-counts.routes.ts';
import { tapEvent } from './tap/tap-event.ts';

export const contests: SubjectFeature = {
  name: 'contests',
  auditReferences: [
    entryReferences({ name: CONTEST, table: 'contests', entries: contestEntryTable }),
    auditContests,
  ],
  demo: {
    exists: hasRows('contests'),
    renew: (deps: Deps) => renewContests(deps, defineContests(deps).subject),
  },
  build: (deps) => {
    const { plays, subject } = defineContests(deps);
    const realms = subjectRealms(deps, subject);
    const calls = new ContestCalls(deps, realms, new Ranks(deps));
    const taps = definePlayLane(deps, plays.tap, subject);
    const picks = definePlayLane(deps, plays.card, subject);
    const answers = definePlayLane(deps, plays.math, subject);
    const parts = contestParts(deps, subject);
    return {
      ...parts,
      routes: [
        tapRoutes(deps, { calls, subject, lane: taps }),
        tapCountsRoutes(deps, calls),
        cardRoutes(deps, { calls, subject, play: plays.card, lane: picks }),
        mathRoutes(deps, { calls, subject, play: plays.math, lane: answers }),
        ...parts.routes,
      ],
      roomKinds: [...contestRoomKinds(deps, realms), contestsRoomKind(deps)],
      socketCommands: [tapEvent(calls, taps, deps.clock)],
      jobs: subjectJobs(deps, subject),
      proofs: { card: readCardProof(deps) },
    };
  },
};
