import type { ErrorCode } from '@copup/shared/errors.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { SessionOrigin } from './session-origin.ts';
import type { SessionsToEnd } from './session-writes.ts';

/** The signed-in user of a request. Role and names come from the database, never from the token (S3). */
export interface Viewer {
  userId: string;
  sessionId: string;
  /** 1 is an operator. */
  role: 0 | 1;
  realm: number;
  username: string;
  /** Path of the user's own picture. */
  profile: string | null;
  /** Whether a second factor is enrolled and confirmed (S8a). */
  hasSecondFactor: boolean;
  /** When the password (or Google) was last used to authenticate. */
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
   * Returns synchronously for a cached session, whose facts may be half a second old (S3). Throws, or rejects, with
   * NOT_SIGNED_IN or SESSION_ENDED. Records the use of the session, and the network of `address` (S8a).
   */
  authenticate(token: string, address?: string): Viewer | Promise<Viewer>;
  /** Returns the cached facts of a session, without a query; undefined when it ended or is not cached. */
  current(sessionId: string): Viewer | undefined;
  create(tx: Transaction, userId: string, origin?: SessionOrigin): Promise<NewSession>;
  /** Creates one session for each user, in one statement. */
  createMany(tx: Transaction, userIds: readonly string[]): Promise<Map<string, NewSession>>;
  /**
   * Ends one session of a user, or all of one or many. Every server applies it within a second of the commit, with or
   * without Redis. Returns how many were open.
   */
  end(tx: Transaction, which: SessionsToEnd): Promise<number>;
  /** Announces that role, names or picture of these users differ after the commit. */
  publishUserChanges(tx: Transaction, userIds: readonly string[]): Promise<void>;
  /**
   * Moves the end of the session, up to its absolute end (S3a), and returns a new token. Rejects with SESSION_ENDED.
   */
  renew(viewer: Viewer): Promise<NewSession>;
  /** Registers a listener for sessions that ended, cached here or not. It must not throw. */
  onEnded(listener: (sessionId: string, code: ErrorCode) => void): () => void;
  /** Registers a listener for new facts of cached sessions. It must not throw. */
  onChanged(listener: (viewer: Viewer) => void): () => void;
  /** Reads what other servers ended or changed, now instead of within 500 ms. */
  readChanges(): Promise<void>;
  /** Reads all cached sessions again within 500 ms, after a restore. */
  reloadAll(): void;
  /** Writes the collected uses of sessions, now instead of within a minute (S8a). */
  writeUses(): Promise<void>;
  /** Starts reading. Rejects when the database is unavailable. */
  start(): Promise<void>;
  stop(): void;
}
