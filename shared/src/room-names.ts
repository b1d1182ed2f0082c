/**
 * Names of rooms, for server and client. This file imports no schemas, so that the browser does not load the validator.
 */
/** Reports which subjects or bets are new, started or ended, by the plural of their kind. Each realm has its own room. */
export const listRoom = (plural: string, realm = 0) => (realm === 0 ? plural : `${plural}:${realm}`);
export const auctionRoom = (id: number) => `auction:${id}`;
/** The same auction for list cards: at most one update a second. */
export const auctionCardRoom = (id: number) => `auction:${id}@card`;
/** The same auction for visitors, with masked names (A15). */
export const auctionPublicRoom = (id: number) => `auction:${id}@public`;
export const auctionsRoom = (realm = 0) => listRoom('auctions', realm);
/** A contest of any kind: tap:{id}, card:{id} or math:{id} (C5). */
export const contestRoom = (kind: string, id: number) => `${kind}:${id}`;
/** The same contest for list cards: at most one update a second. */
export const contestCardRoom = (kind: string, id: number) => `${kind}:${id}@card`;
export const contestsRoom = (realm = 0) => listRoom('contests', realm);
/** A heist (H5). */
export const heistRoom = (id: number) => `heist:${id}`;
/** The same heist for list cards: at most one update a second. */
export const heistCardRoom = (id: number) => `heist:${id}@card`;
/** The question of a heist, for its ticket holders (H3). */
export const vaultRoom = (id: number) => `vault:${id}`;
export const heistsRoom = (realm = 0) => listRoom('heists', realm);
export const betsRoom = (realm = 0) => listRoom('bets', realm);
/** One user's balances and number of unread notices. */
export const userRoom = (userId: string) => `user:${userId}`;

/** For operators: reports that an item or its timeline changed. */
export const itemRoom = (kind: string, id: number | string) => `item:${kind}-${id}`;
/** The console's lists with a room of their own, by their resource; those of live subjects have the players' rooms. */
export const consoleLists = [
  'payments',
  'payouts',
  'trades',
  'statement-lines',
  'orders',
  'heist-orders',
  'task-uploads',
  'tasks',
  'referral-tasks',
  'approvals',
  'audit-log',
  'load-tests',
  'dry-runs',
  'packages',
  'banks',
  'traders',
  'teams',
  'fixtures',
  'posts',
  'instagram-posts',
  'notify-me',
  'settings',
  'affiliates',
  'users',
] as const;
export type ConsoleList = (typeof consoleLists)[number];
/** For operators: reports that one of the console's lists changed (O1). */
export const consoleListRoom = (list: ConsoleList) => `list:${list}`;
/** For operators: what waits for a decision, coins, the audit and jobs (O1). */
export const OVERVIEW_ROOM = 'overview';

/** For operators: the figures of all servers and of the busiest rooms, each second (O2). */
export const OPS_METRICS_ROOM = 'ops:metrics';

/** Socket.IO's path and event names. */
export const SOCKET_PATH = '/socket.io';
export const ROOM_JOIN = 'room:join';
export const ROOM_LEAVE = 'room:leave';
export const ROOM_STATE = 'room:state';
/** Client to server: a call of the API over the socket. */
export const SOCKET_CALL = 'call';
/** Client to server: a batch of taps, acknowledged after its commit (C2). */
export const TAP = 'tap';
/** Client to server: acknowledges a frame that carries `seen` with {seen}. */
export const ROOM_SEEN = 'room:seen';
/** Server to client: asks what the client shows of {room}. */
export const ROOM_CHECK = 'room:check';
/** Server to client, after the user's role or realm changed: {rooms} from which the socket was removed. */
export const ROOM_REMOVED = 'room:removed';
/** Server to client, just before it closes the socket: {code}. */
export const SESSION_ENDED = 'session:ended';
/** Server to client on shutdown: reconnect after {afterMs}. */
export const SERVER_LEAVING = 'server:leaving';
