import { createStore } from 'zustand/vanilla';
import type { ConnectionState } from './connection-state.ts';
import type { RoomEntry } from './room-entry.ts';

export interface RealtimeState {
  connection: ConnectionState;
  rooms: Readonly<Record<string, RoomEntry>>;
}

export const createRealtimeStore = () =>
  createStore<RealtimeState>()(() => ({ connection: 'catching-up', rooms: {} }));
export type RealtimeStore = ReturnType<typeof createRealtimeStore>;
