/** An order to a server's process. */
export type ServerOrder =
  /** Sends `count` updates of the room, evenly spaced. */
  { kind: 'broadcast'; count: number; everyMs: number } | { kind: 'usage'; collects: boolean };

/** A report of the server. Times are epoch milliseconds of this machine, with fractions. */
export type ServerReport =
  | { kind: 'ready'; port: number }
  | { kind: 'sent'; atMs: number[] }
  /**
   * CPU time so far, memory (after a garbage collection if requested), and how often the room was read from PostgreSQL.
   */
  | { kind: 'usage'; cpuUs: number; rssBytes: number; heapBytes: number; snapshotReads: number };

/** An order to the process of the sockets. */
export type DriverOrder =
  | { kind: 'open'; port: number; hello: Hello; tokens: readonly string[]; atOnce: number }
  /** Restarts the count when fresh. */
  | { kind: 'count'; isFresh: boolean }
  | { kind: 'drop' };

export type DriverReport =
  /** All sockets have received what they requested, unless `error` is set. */
  | { kind: 'opened'; tookMs: number; error?: string }
  /**
   * Frames since the last fresh count, and when each of them had arrived at all sockets. Bytes are those of all open
   * sockets.
   */
  | { kind: 'counted'; frames: number; completeAtMs: number[]; receivedBytes: number }
  | { kind: 'dropped' };

/** What a socket sends after the upgrade: nothing, or Socket.IO's connect packet and one join of these rooms. */
export type Hello =
  | { kind: 'silent' }
  | {
      kind: 'join';
      rooms: readonly string[];
      /** Also joins the room of the token's own user. */
      isPersonal: boolean;
    };

export const nowMs = (): number => performance.timeOrigin + performance.now();
