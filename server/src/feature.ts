import type { OldestItem, WaitingQueue } from '@copup/shared/console.ts';
import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import type { DeletionBlock } from '@copup/shared/people.ts';
import type { FastifyPluginAsync } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Transaction } from './db/in-transaction.ts';
import type { DecideItem } from './decisions/decided-kind.ts';
import type { Deps } from './deps.ts';
import type { DefinedJobs } from './jobs/jobs.ts';
import type { AuditReferences } from './ledger/audit-references.ts';
import type { ApprovedActions } from './operators/approved-action.ts';
import type { ReadOutlook } from './operators/consequences.ts';
import type { TimelineKind } from './operators/item-timeline.ts';
import type { SearchRecords } from './operators/search-records.ts';
import type { DescribeRooms, RoomDescription } from './ops/descriptions.ts';
import type { Figure } from './ops/registry.ts';
import type { CommandLane } from './ops/sampler.ts';
import type { ApplyProviderEvent } from './provider/provider-event.ts';
import type { RoomKind } from './rooms/room-kind.ts';
import type { SocketCommand } from './rooms/socket-events.ts';
import type { Viewer } from './sessions/sessions.ts';
import type { DescribeSubjects, Subject, SubjectDescription } from './subject.ts';

/** The manifest that each feature's `index.ts` exports, and the only part of a feature that `app.ts` uses. */
export interface Feature {
  readonly name: string;
  /** Rows that the ledger's audit checks (I1, I3, I4). */
  readonly auditReferences?: readonly AuditReferences[];
  readonly demo?: DemoContent;
  /**
   * Builds the feature's parts, once per server. `all` is complete only when the server listens: do not read it before.
   */
  build(deps: Deps, all: AllFeatures): FeatureParts;
}

/** What a feature contributes to a server. Each part is optional. */
export interface FeatureParts {
  /** Registered under `/api`, including the operators' routes. */
  readonly routes?: readonly FastifyPluginAsyncZod[];
  /** Registered at the root: pages that work without the app. */
  readonly pages?: readonly FastifyPluginAsync[];
  readonly roomKinds?: readonly RoomKind[];
  /** Events that clients may send over the socket, in addition to joining and leaving rooms. */
  readonly socketCommands?: readonly SocketCommand[];
  readonly jobs?: DefinedJobs;
  /** By kind of room: reads names and states of the rooms with these ids, for operators. */
  readonly describeRooms?: Readonly<Record<string, (ids: readonly string[]) => Promise<RoomDescriptions>>>;
  /** By kind of subject in the ledger: reads the names and pages of the subjects with these ids. */
  readonly describeSubjects?: Readonly<Record<string, DescribeSubjects>>;
  /** By kind of item: how its timeline for operators is read (O1). */
  readonly timelines?: Readonly<Record<string, TimelineKind>>;
  /** By kind of record: finds records for the console's search (O1). */
  readonly searches?: Readonly<Record<string, SearchRecords>>;
  /** By action, e.g. `auction.cancel`: reads what it would do now. */
  readonly outlooks?: Readonly<Record<string, ReadOutlook>>;
  /** By name: reads how many items wait for a decision of an operator, and since when (O1). */
  readonly queues?: Readonly<Record<string, ReadQueue>>;
  /** By kind of draw: reads the proof of the draws (F1). */
  readonly proofs?: Readonly<Record<string, ReadProof>>;
  /** Lanes whose commands operators see as figures (O2). */
  readonly commandLanes?: readonly CommandLane[];
  /** By the name of the action: what an approval by a second operator executes (O3a). */
  readonly approvedActions?: ApprovedActions;
  /** By kind of item: takes a decision on one in a transaction of the caller. */
  readonly itemDecisions?: Readonly<Record<string, DecideItem>>;
  /** Cancels the feature's open subjects of a realm and returns when all is refunded (O5). Idempotent. */
  readonly cancelRealm?: (realm: number) => Promise<void>;
  readonly deletion?: AccountDeletion;
  /** Applies an event of the payment provider; undefined when it is about nothing of this feature. */
  readonly providerEvents?: ApplyProviderEvent;
  /** For /metrics. */
  readonly figures?: readonly Figure[];
  /** Called once the server is built. */
  readonly start?: () => void;
  /** Called when the server closes. */
  readonly stop?: () => void;
}

type OptionalParts =
  | 'pages'
  | 'socketCommands'
  | 'queues'
  | 'proofs'
  | 'itemDecisions'
  | 'commandLanes'
  | 'providerEvents'
  | 'figures'
  | 'start'
  | 'stop';
export type SubjectFeatureParts = FeatureParts & Required<Omit<FeatureParts, OptionalParts>>;

/** The manifest of a live subject, which has all that players and operators expect of one; `app.ts` has one for each kind. */
export interface SubjectFeature extends Required<Omit<Feature, 'build'>> {
  build(deps: Deps, all: AllFeatures): SubjectFeatureParts;
}

/** What a feature has of a user whose account is to be deleted (S7). */
export interface AccountDeletion {
  /**
   * Lists what prevents the deletion. Called in the order of the features, which is the order in which an item moves
   * from one to the next (auction, cart, order), so that a concurrent move is not missed. The user and the wallet are
   * locked, except for a preview; it must not lock rows.
   */
  blocks(tx: Transaction, userId: string): Promise<DeletionBlock[]>;
  /** Erases personal data in rows that remain. */
  erase?(tx: Transaction, userId: string): Promise<void>;
}

/** Realistic content of a demo, renewed as long as the demo runs. */
export interface DemoContent {
  /** Returns whether the database has content of this feature; such a database does not become a demo. */
  exists(db: Deps['db']): Promise<boolean>;
  /** Creates missing content. Several servers may call it at the same time. */
  renew(deps: Deps): Promise<void>;
}

/** Reads the proof of one subject for the caller; undefined without one. Never returns a secret before its reveal. */
export type ReadProof = (viewer: Viewer, id: number) => Promise<FairnessReply | undefined>;

type RoomDescriptions = Map<string, RoomDescription>;

/** Items that wait for a decision of an operator. A queue whose items have no due time has no `byStatus`. */
export type ReadQueue = () => Promise<{
  waiting: number;
  byStatus?: WaitingQueue['by_status'];
  oldestAt: Date | null;
  oldest?: OldestItem | undefined;
}>;

/** All features of a server, for features that use others. */
export interface AllFeatures {
  readonly approvedActions: ApprovedActions;
  readonly itemDecisions: Readonly<Record<string, DecideItem>>;
  readonly describeRooms: DescribeRooms;
  /** Names and pages of subjects of any kinds, by `subjectKey`. A subject without a name is absent. */
  describeSubjects(subjects: readonly Subject[]): Promise<Map<string, SubjectDescription>>;
  /** The timelines of all kinds of items. */
  readonly timelines: Readonly<Record<string, TimelineKind>>;
  /** The searches of all features, by kind of record. */
  readonly searches: Readonly<Record<string, SearchRecords>>;
  /** What operators' actions would do, by action. */
  readonly outlooks: Readonly<Record<string, ReadOutlook>>;
  /** The queues of all features, by name. */
  readonly queues: Readonly<Record<string, ReadQueue>>;
  /** By kind of subject: reads the seconds since the earliest end that is not settled. */
  readonly overdue: NonNullable<DefinedJobs['overdue']>;
  /** The reader of proofs of a kind of draw. */
  proofOf(kind: string): ReadProof | undefined;
  readonly commandLanes: readonly CommandLane[];
  readonly providerEvents: readonly ApplyProviderEvent[];
  /** By kind of scheduled job: the kind of subject that it is about. */
  readonly jobSubjects: Readonly<Record<string, string>>;
  cancelRealm(realm: number): Promise<void>;
  readonly deletions: readonly AccountDeletion[];
}
