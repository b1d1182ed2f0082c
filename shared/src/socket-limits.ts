/** Limits of one websocket. The server enforces them, and the page /docs/sockets lists them. */
export const socketLimits = {
  /** Size of one message. A longer message closes the socket. */
  messageBytes: 16 * 1024,
  socketsPerUser: 5,
  /** Visitors without an account (A15). A mobile carrier has thousands of them behind one address. */
  visitorsPerNetwork: 1_000,
  visitors: 20_000,
  roomsPerJoin: 50,
  roomsPerSocket: 200,
  /** Events above this rate are refused with RATE_LIMITED. */
  events: { burst: 20, perSecond: 20 },
  /** Each room of a room:join counts. Rooms above this rate are refused with RATE_LIMITED. */
  joins: { burst: 400, perSecond: 40 },
  /** Websocket messages, pings and pongs of an admitted socket. A socket above this rate is closed. */
  frames: { burst: 200, perSecond: 50 },
  /** Bytes from an admitted socket. A socket above this rate is closed. */
  bytes: { burst: 256 * 1024, perSecond: 64 * 1024 },
  /** Bytes that a socket may send before it is admitted. */
  beforeAdmission: { frames: 10, bytes: 24 * 1024, tokenLength: 4_096 },
  /** Time after which a socket that is not admitted is closed. */
  admissionMs: 10_000,
  /** Unsent bytes above which a slow client is disconnected. */
  waiting: { packets: 64, bytes: 1024 * 1024 },
} as const;
