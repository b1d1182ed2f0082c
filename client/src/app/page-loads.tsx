import { type ComponentType, useReducer } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { isUnreached, reachServer } from './offline-start.ts';
import { Unreachable } from './unreachable.tsx';

type Lazy = () => Promise<{ Component: ComponentType }>;

const arrived = new Set<unknown>();
let routes: RouteObject[] = [];

/** Sets the routes whose files `loadPage` loads. */
export function setPageRoutes(all: RouteObject[]): void {
  routes = all;
}

/**
 * Makes a route lazy: each page and layout is a separate file, loaded on the first visit. The router loads it only once, so if
 * that fails, the route shows the error and retries. A page that needs the server shows the same until the server replies.
 */
export function lazily(load: () => Promise<ComponentType>, needsServer = false): { lazy: Lazy } {
  let loaded: ComponentType | undefined;
  const shown = () => <PageSlot loaded={() => (needsServer && isUnreached() ? undefined : loaded)} />;
  const lazy: Lazy = async () => {
    try {
      loaded ??= await load();
      arrived.add(lazy);
    } catch {
      // No network, an unreachable server, or a file replaced by a deployment.
    }
    return { Component: shown };
  };
  return { lazy };
}

function PageSlot({ loaded }: { loaded: () => ComponentType | undefined }) {
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  const Loaded = loaded();
  return Loaded ? <Loaded /> : <Unreachable load={reachPage} onLoaded={renderAgain} />;
}

async function reachPage(path: string): Promise<void> {
  await reachServer();
  await loadPage(path);
}

/** Loads the files of the page at the path without showing it. Rejects if a file cannot be loaded. */
export async function loadPage(path: string): Promise<void> {
  await Promise.all(lazyPartsOf(path).map((lazy) => lazy()));
  if (!isLoaded(path)) throw new Error(`The files of ${path} could not be loaded`);
}

/** Returns whether all files of the page are loaded, so that it opens without a network. */
export function isLoaded(path: string): boolean {
  return lazyPartsOf(path).every((lazy) => arrived.has(lazy));
}

function lazyPartsOf(path: string): Lazy[] {
  const parts = (matchRoutes(routes, path) ?? []).map(({ route }) => route.lazy);
  return parts.filter((lazy): lazy is Lazy => typeof lazy === 'function');
}
