/** Names of rooms, for both sides. Free of schemas, so that the browser loads no validator. */
export const auctionRoom = (id: number) => `auction:${id}`;
/** The same auction for a list card: at most one update a second. */
export const auctionCardRoom = (id: number) => `auction:${id}@card`;
/** Which auctions are new, started or ended. Each load test's realm has its own. */
export const auctionsRoom = (realm = 0) => (realm === 0 ? 'auctions' : `auctions:${realm}`);
/** A contest of any kind: tap:{id}, card:{id} or math:{id} (C5). */
export const contestRoom = (kind: string, id: number) => `${kind}:${id}`;
/** The same contest for a list card: at most one update a second. */
export const contestCardRoom = (kind: string, id: number) => `${kind}:${id}@card`;
/** Which contests are new, started or ended. Each load test's realm has its own. */
export const contestsRoom = (realm = 0) => (realm === 0 ? 'contests' : `contests:${realm}`);
/** One user's balances and unread notices, in all of their tabs. */
export const userRoom = (userId: string) => `user:${userId}`;

/** For operators: what every server and its busiest rooms do, each second (O2). */
export const OPS_METRICS_ROOM = 'ops:metrics';

/** Socket.IO's path and event names. */
export const SOCKET_PATH = '/socket.io';
export const ROOM_JOIN = 'room:join';
export const ROOM_LEAVE = 'room:leave';
export const ROOM_STATE = 'room:state';
/** Client to server: a batch of taps, acknowledged after its commit (C2). */
export const TAP = 'tap';
/** Client to server, in answer to a frame that carries `seen`: {seen}. */
export const ROOM_SEEN = 'room:seen';
/** Server to client, after the user's role or realm changed: {rooms} that the socket is no longer in. */
export const ROOM_REMOVED = 'room:removed';
/** Server to client, just before it closes the socket: {code}. */
export const SESSION_ENDED = 'session:ended';
/** Server to client on shutdown: come back after {afterMs}. */
export const SERVER_LEAVING = 'server:leaving';
