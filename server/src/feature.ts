import type { FairnessReply } from '@copup/shared/fairness-calls.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from './deps.ts';
import type { DefinedJobs } from './jobs/jobs.ts';
import type { AuditReferences } from './ledger/audit-references.ts';
import type { ApprovedActions } from './operators/approved-action.ts';
import type { DescribeRooms, RoomDescription } from './ops/descriptions.ts';
import type { CommandLane } from './ops/sampler.ts';
import type { RoomKind } from './rooms/room-kind.ts';
import type { SocketCommand } from './rooms/socket-commands.ts';
import type { Viewer } from './sessions/sessions.ts';

/** The manifest that each feature's `index.ts` exports. `app.ts` lists them and knows nothing else of a feature. */
export interface Feature {
  readonly name: string;
  /** Rows that the ledger's audit checks (I1, I3, I4). */
  readonly auditReferences?: readonly AuditReferences[];
  readonly demo?: DemoContent;
  /** Builds the feature's parts, once per server. `all` is complete when the server listens: read it then, not before. */
  build(deps: Deps, all: AllFeatures): FeatureParts;
}

/** What a feature contributes to a server. Each part is optional. */
export interface FeatureParts {
  /** Registered under `/api`, the operators' routes too. */
  readonly routes?: readonly FastifyPluginAsyncZod[];
  readonly roomKinds?: readonly RoomKind[];
  /** What clients send over the socket beside joining and leaving rooms. */
  readonly socketCommands?: readonly SocketCommand[];
  readonly jobs?: DefinedJobs;
  /** By kind of room: reads what operators see of the rooms of these ids beside their figures. */
  readonly describeRooms?: Readonly<Record<string, (ids: readonly string[]) => Promise<RoomDescriptions>>>;
  /** By kind of draw: reads the proof of a user's draws (F1). */
  readonly proofs?: Readonly<Record<string, ReadProof>>;
  /** Lanes whose commands operators see as figures (O2). */
  readonly commandLanes?: readonly CommandLane[];
  /** By the name of the action: what an approval of a second operator carries out (O3a). */
  readonly approvedActions?: ApprovedActions;
  /** Cancels the feature's open subjects of a realm and returns when all is refunded (O5). Can be called again. */
  readonly cancelRealm?: (realm: number) => Promise<void>;
  /** Called once the server is built. */
  readonly start?: () => void;
  /** Called when the server closes. */
  readonly stop?: () => void;
}

/** Realistic content of a demo. It lives as long as the demo and renews itself. */
export interface DemoContent {
  /** Whether the database has content of this feature, which makes it no demo unless it is one already. */
  exists(db: Deps['db']): Promise<boolean>;
  /** Creates what is missing. Several servers may call it at once. */
  renew(deps: Deps): Promise<void>;
}

/** Reads the caller's own draws of one subject; undefined where they have none. Never returns a seed before its reveal. */
export type ReadProof = (viewer: Viewer, id: number) => Promise<FairnessReply | undefined>;

type RoomDescriptions = Map<string, RoomDescription>;

/** All features of a server, for those that serve the others. */
export interface AllFeatures {
  readonly approvedActions: ApprovedActions;
  readonly describeRooms: DescribeRooms;
  /** The reader of proofs of a kind of draw. */
  proofOf(kind: string): ReadProof | undefined;
  readonly commandLanes: readonly CommandLane[];
  cancelRealm(realm: number): Promise<void>;
}
