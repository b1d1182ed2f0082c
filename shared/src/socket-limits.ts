/** Limits of one websocket. The server enforces them and the page of socket events lists them. */
export const socketLimits = {
  /** Of one message. A longer one closes the socket. */
  messageBytes: 16 * 1024,
  socketsPerUser: 5,
  roomsPerJoin: 50,
  roomsPerSocket: 200,
  /** Above it, an event is answered with RATE_LIMITED. */
  events: { burst: 20, perSecond: 20 },
  /** Each room of a room:join counts. Above it, the room is refused with RATE_LIMITED. */
  joins: { burst: 400, perSecond: 40 },
  /** Websocket messages, pings and pongs of an admitted socket. Above it, the socket is closed. */
  frames: { burst: 200, perSecond: 50 },
  /** Bytes from an admitted socket. Above it, the socket is closed. */
  bytes: { burst: 256 * 1024, perSecond: 64 * 1024 },
  /** All that a socket may send before it is admitted. */
  beforeAdmission: { frames: 10, bytes: 24 * 1024, tokenLength: 4_096 },
  /** A socket that is not admitted by then is closed. */
  admissionMs: 10_000,
  /** A reader with more waiting is disconnected. */
  waiting: { packets: 64, bytes: 1024 * 1024 },
} as const;
