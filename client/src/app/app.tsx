import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { queryClient } from '../lib/query-client.ts';
import { Toaster } from '../ui/toaster.tsx';
import { Confirmation } from './confirmation.tsx';
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
