import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** What a command was, for what follows it in the whole app (client/src/push/after-command.ts). */
export type Moment = 'bid' | 'answer' | 'ticket' | 'watch';
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { moment?: Moment };
  }
}

const isWorthAnother = (tries: number, error: Error) =>
  tries < 2 && error instanceof ApiError && error.isOutcomeUnknown && error.code !== 'ABORTED';

/** The query client. It never refetches by time or focus, because rooms report changes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5_000, refetchOnWindowFocus: false, retry: isWorthAnother },
    mutations: { retry: false },
  },
});
