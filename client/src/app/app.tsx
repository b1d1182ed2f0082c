import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { RouterProvider } from 'react-router-dom';
import { showConfirmations, useConfirmation } from '../lib/confirm-identity.ts';
import { queryClient } from '../lib/query-client.ts';
import { Toaster } from '../ui/toaster.tsx';
import { identitySheet } from './features.ts';
import { router } from './router.tsx';
import { useSessionWiring } from './session-wiring.ts';

export function App() {
  useSessionWiring();
  return (
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Confirmation />
      <Toaster onFollow={(path) => void router.navigate(path)} />
    </QueryClientProvider>
  );
}

const Sheet = lazy(async (): Promise<{ default: ComponentType }> => {
  const loaded = await identitySheet?.().catch(() => undefined);
  return { default: loaded?.Part ?? NotLoaded };
});

/** S8a: shows the identity confirmation for the whole app. The sheet is loaded at the first request of the server. */
function Confirmation() {
  const isPending = useConfirmation(({ pending }) => pending !== null);
  useEffect(showConfirmations, []);
  if (!isPending) return null;
  return (
    <Suspense fallback={null}>
      <Sheet />
    </Suspense>
  );
}

/** Shown if the script cannot be loaded: the request fails with the server's refusal and can be repeated. */
function NotLoaded() {
  const pending = useConfirmation((state) => state.pending);
  useEffect(() => pending?.settle(false), [pending]);
  return null;
}
