import { type ComponentType, lazy } from 'react';

/** A component that is loaded when it is first shown. If its script cannot be loaded, the page works without it. */
export const lazyOrNothing = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (Loaded) => ({ default: Loaded }),
      () => ({ default: () => null }),
    ),
  );
