import { useEffect, useState } from 'react';

export interface OnDemand<Module> {
  /** Loads the module before it is needed. */
  prefetch: () => Promise<void>;
  /** Returns the module once it is loaded, while it is needed. */
  use: (isNeeded: boolean) => Module | undefined;
}

/** The time until a failed load is repeated, as without a network. */
const againMs = 3_000;

/** A module of a page that is loaded after the page's own, without a fallback on the screen. */
export function onDemand<Module>(load: () => Promise<Module>): OnDemand<Module> {
  let loaded: Module | undefined;
  let loading: Promise<void> | undefined;
  const prefetch = () => {
    loading ??= load().then(
      (module) => {
        loaded = module;
      },
      () => {
        loading = undefined;
      },
    );
    return loading;
  };
  return {
    prefetch,
    use: (isNeeded) => {
      const [, setLoads] = useState(0);
      useEffect(() => {
        if (!isNeeded || loaded) return;
        let timer: ReturnType<typeof setTimeout> | undefined;
        let isOver = false;
        const attempt = async () => {
          await prefetch();
          if (isOver) return;
          if (loaded) setLoads((loads) => loads + 1);
          else timer = setTimeout(() => void attempt(), againMs);
        };
        void attempt();
        return () => {
          isOver = true;
          clearTimeout(timer);
        };
      }, [isNeeded]);
      return isNeeded ? loaded : undefined;
    },
  };
}
