import { useStore } from 'zustand';
import type { ConnectionState } from './connection-state.ts';
import { realtimeStore } from './instance.ts';

/** Returns the state of the connection, which shows whether displayed data is up to date. */
export function useConnection(): ConnectionState {
  return useStore(realtimeStore, ({ connection }) => connection);
}
