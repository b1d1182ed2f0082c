import { paths, pathTo } from '@copup/shared/page-paths.ts';
import type { Deps } from '../../deps.ts';
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
import { auditContests } from './audit-contests.ts';
import { cardRoutes } from './card/card.routes.ts';
import { readCardProof } from './card/read-card-proof.ts';
import { ContestCalls } from './contest-calls.ts';
import { contestDeletion } from './contest-deletion.ts';
import { CONTEST } from './contest-subject.ts';
import { contestList } from './contests.admin.queries.ts';
import { contestsAdmin } from './contests.admin.routes.ts';
import { type ContestRow, contestLinks } from './contests.queries.ts';
import { contestRoomKinds, contestsRoomKind } from './contests.room.ts';
import { defineContests } from './define-contests.ts';
import { mathRoutes } from './math/math.routes.ts';
import { definePlayLane } from './play-lane.ts';
import { Ranks } from './ranks.ts';
import { renewContests } from './renew-demo.ts';
import { tapRoutes } from './tap/tap.routes.ts';
import { tapCountsRoutes } from './tap/tap-counts.routes.ts';
import { tapEvent } from './tap/tap-event.ts';

const contestNames = { table: 'contests', nameColumn: 'title', kindColumn: 'kind' };
const contestPages: Readonly<Record<string, string>> = {
  tap: paths.tapContest,
  card: paths.cardGame,
  math: paths.mathGame,
};
const contestPage = ({ id, kind }: { id: number; kind: string }): string =>
  pathTo(contestPages[kind] ?? paths.games, id);

export const contests: Feature = {
  name: 'contests',
  auditReferences: [
    entryReferences({
      name: 'contest',
      table: 'contests',
      entries: { table: 'contest_entries', subjectId: 'contest_id' },
    }),
    auditContests,
  ],
  demo: {
    exists: (db) => hasSubjects(db, { table: 'contests' }),
    renew: (deps: Deps) => renewContests(deps, defineContests(deps).subject),
  },
  build: (deps) => {
    const { plays, subject } = defineContests(deps);
    const realms = subjectRealms(deps, subject);
    const calls = new ContestCalls(deps, realms, new Ranks(deps));
    const taps = definePlayLane(deps, plays.tap, subject);
    const picks = definePlayLane(deps, plays.card, subject);
    const answers = definePlayLane(deps, plays.math, subject);
    const describe = describeSubjectRooms(deps, subject);
    const admin = contestsAdmin(deps, subject);
    return {
      routes: [
        tapRoutes(deps, { calls, subject, lane: taps }),
        tapCountsRoutes(deps, calls),
        cardRoutes(deps, { calls, subject, play: plays.card, lane: picks }),
        mathRoutes(deps, { calls, subject, play: plays.math, lane: answers }),
        subjectChangesRoutes(deps, subject, { base: '/contests', tag: 'contests', hasLeave: false }),
        subjectAdminRoutes(deps, admin),
      ],
      roomKinds: [...contestRoomKinds(deps, realms), contestsRoomKind(deps)],
      socketCommands: [tapEvent(calls, taps)],
      jobs: subjectJobs(deps, subject),
      describeSubjects: { [CONTEST]: describeNames(deps, contestNames, contestPage) },
      describeRooms: { tap: describe, card: describe, math: describe },
      proofs: { card: readCardProof(deps) },
      approvedActions: publishApproved(publishedBy(deps, admin)),
      outlooks: { 'contest.cancel': cancelOutlook(subject) },
      timelines: { [CONTEST]: subjectTimeline(subject, contestLinks) },
      searches: { [CONTEST]: searchSubjects(deps, subject, contestList, ({ title }: ContestRow) => title) },
      deletion: contestDeletion,
      cancelRealm: (realm) => cancelRealm(deps, subject, realm),
    };
  },
};
