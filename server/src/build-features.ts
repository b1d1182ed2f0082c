import type { Deps } from './deps.ts';
import type { AllFeatures, Feature, FeatureParts, ReadQueue } from './feature.ts';
import type { ApprovedActions } from './operators/approved-action.ts';
import type { ReadOutlook } from './operators/consequences.ts';
import type { TimelineKind } from './operators/item-timeline.ts';
import type { SearchRecords } from './operators/search-records.ts';
import { type SubjectDescription, subjectKey } from './subject.ts';

/** Builds the parts of each feature, in the order given, and defines its rooms and jobs. */
export function buildFeatures(deps: Deps, features: readonly Feature[]): FeatureParts[] {
  const parts: FeatureParts[] = [];
  const all: AllFeatures = {
    get approvedActions() {
      return Object.assign({}, ...parts.map(({ approvedActions }) => approvedActions)) as ApprovedActions;
    },
    get itemDecisions() {
      return Object.assign(
        {},
        ...parts.map(({ itemDecisions }) => itemDecisions),
      ) as AllFeatures['itemDecisions'];
    },
    get commandLanes() {
      return parts.flatMap(({ commandLanes }) => commandLanes ?? []);
    },
    get providerEvents() {
      return parts.flatMap(({ providerEvents }) => providerEvents ?? []);
    },
    get jobSubjects() {
      return Object.assign({}, ...parts.map(({ jobs }) => jobs?.about)) as Record<string, string>;
    },
    get deletions() {
      return parts.flatMap(({ deletion }) => deletion ?? []);
    },
    async describeRooms(kind, ids) {
      const describe = parts.find(({ describeRooms }) => describeRooms?.[kind])?.describeRooms?.[kind];
      return describe ? describe(ids) : new Map();
    },
    async describeSubjects(subjects) {
      const described = new Map<string, SubjectDescription>();
      for (const [kind, ofKind] of Map.groupBy(subjects, (subject) => subject.kind)) {
        const describe = parts.find(({ describeSubjects }) => describeSubjects?.[kind])?.describeSubjects?.[
          kind
        ];
        const ids = [...new Set(ofKind.map(({ id }) => id))];
        for (const [id, description] of (await describe?.(ids)) ?? []) {
          described.set(subjectKey({ kind, id }), description);
        }
      }
      return described;
    },
    get timelines() {
      return Object.assign({}, ...parts.map(({ timelines }) => timelines)) as Record<string, TimelineKind>;
    },
    get searches() {
      return Object.assign({}, ...parts.map(({ searches }) => searches)) as Record<string, SearchRecords>;
    },
    get outlooks() {
      return Object.assign({}, ...parts.map(({ outlooks }) => outlooks)) as Record<string, ReadOutlook>;
    },
    get queues() {
      return Object.assign({}, ...parts.map(({ queues }) => queues)) as Record<string, ReadQueue>;
    },
    get overdue() {
      return Object.assign({}, ...parts.map(({ jobs }) => jobs?.overdue)) as AllFeatures['overdue'];
    },
    proofOf: (kind) => parts.find(({ proofs }) => proofs?.[kind])?.proofs?.[kind],
    async cancelRealm(realm) {
      for (const { cancelRealm } of parts) await cancelRealm?.(realm);
    },
  };
  for (const feature of features) parts.push(feature.build(deps, all));
  for (const { roomKinds, socketCommands, jobs } of parts) {
    for (const kind of roomKinds ?? []) deps.rooms.define(kind);
    for (const command of socketCommands ?? []) deps.rooms.defineCommand(command);
    for (const [kind, run] of Object.entries(jobs?.scheduled ?? {})) deps.jobs.defineScheduledJob(kind, run);
    for (const sweep of jobs?.sweeps ?? []) deps.jobs.defineSweep(sweep);
  }
  return parts;
}
