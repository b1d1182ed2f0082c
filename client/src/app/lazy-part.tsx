import { type ComponentType, Suspense } from 'react';
import type { LoadPart } from '../lib/feature.ts';
import { lazyOrNothing } from '../lib/lazy-or-nothing.ts';

/**
 * Returns the component of a feature's part. If its script cannot be loaded, nothing is shown. While it loads, `loadingClass` keeps
 * its place.
 */
export function lazyPart(load: LoadPart, loadingClass?: string): ComponentType {
  const Part = lazyOrNothing(async () => (await load()).Part);
  return () => (
    <Suspense fallback={loadingClass ? <div className={loadingClass} /> : null}>
      <Part />
    </Suspense>
  );
}
