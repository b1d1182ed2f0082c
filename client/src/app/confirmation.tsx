import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { showConfirmations, useConfirmation } from '../lib/confirm-identity.ts';
import { identitySheet } from './features.ts';

const Sheet = lazy(async (): Promise<{ default: ComponentType }> => {
  const loaded = await identitySheet?.().catch(() => undefined);
  return { default: loaded?.Part ?? NotLoaded };
});

/** S8a: shows the identity confirmation for the whole app. The sheet is loaded at the first request of the server. */
export function Confirmation() {
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
