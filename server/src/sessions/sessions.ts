import type { ErrorCode } from '@copup/shared/errors.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { SessionsToEnd } from './session-writes.ts';

/** Who asks. The role and names come from the database, never from the token (S3). */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** 1 is an operator. */
  role: 0 | 1;
  realm: number;
  username: string;
  /** Path of the picture of their own. */
  profile: string | null;
  /** S8a: an enrolled and confirmed one. */
  hasSecondFactor: boolean;
  /** When the password (or Google) was last shown. */
  authenticatedAtMs: number;
  /** When the session ends unless it is renewed. */
  expiresAtMs: number;
}

export interface NewSession {
  sessionId: string;
  token: string;
  issuedAt: Date;
  expiresAt: Date;
}

export interface Sessions {
  /**
   * Returns at once for a session that this server remembers, which may be half a second old (S3). Throws, or rejects, with
   * NOT_SIGNED_IN or SESSION_ENDED. Notes the use of the session, and the network of `address` (S8a).
   */
  authenticate(token: string, address?: string): Viewer | Promise<Viewer>;
  /** What this server remembers of a session, without asking anybody; undefined when it ended or was never seen. */
  current(sessionId: string): Viewer | undefined;
  create(tx: Transaction, userId: string, origin?: SessionOrigin): Promise<NewSession>;
  /** One session for each user, in one statement. */
  createMany(tx: Transaction, userIds: readonly string[]): Promise<Map<string, NewSession>>;
  /**
   * Ends one session of a user, or all of one or many. Every server knows within a second of the commit, with or without
   * Redis. Returns how many were open.
   */
  end(tx: Transaction, which: SessionsToEnd): Promise<number>;
  /** Role, names or picture of these users will differ after the commit. */
  tellUsersChanged(tx: Transaction, userIds: readonly string[]): Promise<void>;
  /** Moves the end of the session, up to its absolute end (S3a), and returns a new token. Rejects with SESSION_ENDED. */
  renew(viewer: Viewer): Promise<NewSession>;
  /** Called when this server learns that a session ended, whether or not it had seen it before. Must not throw. */
  onEnded(listener: (sessionId: string, code: ErrorCode) => void): () => void;
  /** Called when a session that this server remembers has new facts. Must not throw. */
  onChanged(listener: (viewer: Viewer) => void): () => void;
  /** Reads what other servers ended or changed, now instead of within 500 ms. */
  readChanges(): Promise<void>;
  /** After a restore: whatever is remembered here is read again within 500 ms. */
  reloadAll(): void;
  /** Writes which sessions were used, now instead of within a minute (S8a). */
  writeUses(): Promise<void>;
  /** Throws when the database is away. */
  start(): Promise<void>;
  stop(): void;
}
