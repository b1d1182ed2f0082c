/** The public exports of rooms and the socket. */
export type { ConnectionState } from './connection-state.ts';
export {
  connectRealtime,
  disconnectRealtime,
  measureRoundTripMs,
  onSessionEnded,
  sendCall,
  sendEvent,
  serverNow,
  useConnection,
  useServerNow,
} from './instance.ts';
export { readTraffic, type Traffic } from './traffic.ts';
export { type RoomView, useRoom, useRoomChanges, useRooms } from './use-room.ts';
