/** To a server's process. */
export type ServerOrder =
  /** So many updates of the one room, evenly spaced. */
  { kind: 'broadcast'; count: number; everyMs: number } | { kind: 'usage'; collects: boolean };

/** From it. Times are epoch milliseconds of this machine, with fractions. */
export type ServerReport =
  | { kind: 'ready'; port: number }
  | { kind: 'sent'; atMs: number[] }
  /** CPU time so far, memory (after a collection of garbage when asked), and how often the room was read from PostgreSQL. */
  | { kind: 'usage'; cpuUs: number; rssBytes: number; heapBytes: number; snapshotReads: number };

/** To the process of the sockets. */
export type DriverOrder =
  | { kind: 'open'; port: number; hello: Hello; tokens: readonly string[]; atOnce: number }
  /** Begins anew when fresh. */
  | { kind: 'count'; isFresh: boolean }
  | { kind: 'drop' };

export type DriverReport =
  /** All have what they asked for. Without `fault`, that is. */
  | { kind: 'opened'; tookMs: number; fault?: string }
  /** Frames since the last fresh count, and when each of them had come to all sockets. Bytes are all of the open sockets. */
  | { kind: 'counted'; frames: number; completeAtMs: number[]; receivedBytes: number }
  | { kind: 'dropped' };

/** What a socket says after the upgrade: nothing, or Socket.IO's connect and one join of these rooms. */
export type Hello =
  | { kind: 'silent' }
  | {
      kind: 'join';
      rooms: readonly string[];
      /** Also the room of the token's own user. */
      isPersonal: boolean;
    };

export const nowMs = (): number => performance.timeOrigin + performance.now();
