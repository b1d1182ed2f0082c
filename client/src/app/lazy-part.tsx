import { type ComponentType, lazy, Suspense } from 'react';
import type { LoadPart } from '../lib/feature.ts';

/**
 * Returns the component of a feature's part. If its script cannot be loaded, nothing is shown. While it loads, `loadingClass` keeps
 * its place.
 */
export function lazyPart(load: LoadPart, loadingClass?: string): ComponentType {
  const Part = lazy(() =>
    load().then(
      ({ Part: Loaded }) => ({ default: Loaded }),
      () => ({ default: () => null }),
    ),
  );
  return () => (
    <Suspense fallback={loadingClass ? <div className={loadingClass} /> : null}>
      <Part />
    </Suspense>
  );
}
