import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { showConfirmations, useConfirmation } from '../lib/confirm-identity.ts';
import { identitySheet } from './features.ts';

const Sheet = lazy(async (): Promise<{ default: ComponentType }> => {
  const loaded = await identitySheet?.().catch(() => undefined);
  return { default: loaded?.Part ?? NotLoaded };
});

/** S8a: shows the identity confirmation for the whole app. The sheet is loaded at the first request of the server. */
export function Confirmation() {
  const isAsked = useConfirmation(({ asked }) => asked !== null);
  useEffect(showConfirmations, []);
  if (!isAsked) return null;
  return (
    <Suspense fallback={null}>
      <Sheet />
    </Suspense>
  );
}

/** Shown if the script cannot be loaded: the request fails with the server's refusal and can be repeated. */
function NotLoaded() {
  const asked = useConfirmation((state) => state.asked);
  useEffect(() => asked?.settle(false), [asked]);
  return null;
}
