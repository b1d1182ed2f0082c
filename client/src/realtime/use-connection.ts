import { useStore } from 'zustand';
import type { ConnectionState } from './connection-state.ts';
import { realtimeStore } from './instance.ts';

/** How fresh everything on the page is. */
export function useConnection(): ConnectionState {
  return useStore(realtimeStore, ({ connection }) => connection);
}
