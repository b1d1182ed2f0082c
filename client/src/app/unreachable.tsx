import { useCallback, useEffect, useRef, useState } from 'react';
import { matchPath, useLocation, useOutletContext } from 'react-router-dom';
import { forgetReload, reloadAfterFailure } from '../lib/reload-after-failed-load.ts';
import type { Shell } from '../lib/shell.ts';
import { useIsOnline } from '../lib/use-online.ts';
import { useTitle } from '../lib/use-title.ts';
import { CloudOff, RefreshCw, WifiOff } from '../ui/art/reach-icons.tsx';
import { Button } from '../ui/button.tsx';
import { LiveBadge } from '../ui/live-badge.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { fullPages, playerPages, publicPages } from './features.ts';

const againAfterMs = 5_000;

interface UnreachableProps {
  /** Loads the page's files. */
  load: (path: string) => Promise<void>;
  onLoaded: () => void;
}

/** Replaces a page whose files could not be loaded, and opens it as soon as they are. */
export function Unreachable({ load, onLoaded }: UnreachableProps) {
  const { pathname } = useLocation();
  const isOnline = useIsOnline();
  const { isTrying, retry } = useRetry(load, onLoaded);
  const name = pageNameOf(pathname);
  useTitle(isOnline ? 'Not reached' : 'Offline');
  const layout = useOutletContext<Partial<Shell> | undefined>();
  const onUnreachable = layout?.onUnreachable;
  useEffect(() => {
    onUnreachable?.(true);
    return () => onUnreachable?.(false);
  }, [onUnreachable]);
  return (
    <>
      <PageHeader title={name ?? 'Copup'}>
        <LiveBadge word="Offline" />
      </PageHeader>
      <div className="mx-auto grid w-full max-w-[592px] gap-5.5 px-4 pb-7 lg:pt-5">
        <section className="grid justify-items-center gap-2 px-5 pt-6.5 pb-2 text-center">
          <Ring Icon={isOnline ? CloudOff : WifiOff} />
          <div role="status" className="grid justify-items-center gap-2">
            <h2 className="text-[1.75rem] tracking-tight">
              {isOnline ? 'We can’t reach Copup' : 'You’re offline'}
            </h2>
            <p className="max-w-[34ch] text-pretty text-ink-2">
              We’ll open {name ?? 'this page'} as soon as{' '}
              {isOnline ? 'Copup answers' : 'your network is back'}. Your coins and bids are safe.
            </p>
          </div>
          <Button look="ink" busy={isTrying} className="mt-3 min-w-50" onClick={retry}>
            <RefreshCw size={20} /> Try again
          </Button>
          <p className="mt-1 text-sm text-ink-2">Checking again every few seconds</p>
        </section>
        {layout?.saved}
      </div>
    </>
  );
}

/** Retries at once, every five seconds, when the network is back, and on request. */
function useRetry(
  load: (path: string) => Promise<void>,
  onLoaded: () => void,
): { isTrying: boolean; retry: () => void } {
  const { pathname } = useLocation();
  const [isTrying, setIsTrying] = useState(false);
  const isUnderWay = useRef(false);
  const isAsked = useRef(false);
  const attempt = useCallback(async () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    try {
      await load(pathname);
      forgetReload(pathname);
      onLoaded();
    } catch {
      await reloadAfterFailure(pathname, isAsked.current);
    } finally {
      isUnderWay.current = false;
      isAsked.current = false;
      setIsTrying(false);
    }
  }, [load, onLoaded, pathname]);
  useEffect(() => {
    void attempt();
    const timer = setInterval(() => void attempt(), againAfterMs);
    const onOnline = () => void attempt();
    addEventListener('online', onOnline);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onOnline);
    };
  }, [attempt]);
  const retry = () => {
    isAsked.current = true;
    setIsTrying(true);
    void attempt();
  };
  return { isTrying, retry };
}

function Ring({ Icon }: { Icon: typeof WifiOff }) {
  return (
    <div className="relative mb-2.5 size-37">
      <svg viewBox="0 0 148 148" aria-hidden="true" className="size-full" fill="none" strokeLinecap="round">
        <circle cx="74" cy="74" r="64" stroke="var(--c-line)" strokeWidth="11" />
        <circle cx="74" cy="74" r="48" stroke="var(--c-line)" strokeWidth="4" strokeDasharray="1 10" />
        <path
          d="M74 10a64 64 0 0 1 55.4 32"
          stroke="var(--c-brand)"
          strokeWidth="11"
          className="origin-center animate-[spin_2.4s_linear_infinite] motion-reduce:animate-none"
        />
      </svg>
      <span className="absolute inset-0 grid place-items-center text-brand">
        <Icon size={44} />
      </span>
    </div>
  );
}

const names: Record<string, string> = Object.fromEntries(
  [...fullPages, ...publicPages, ...playerPages].map(({ path, name }) => [path, name]),
);

/** Returns the name of the page at the path, for use in a sentence; undefined for a page without a name. */
function pageNameOf(pathname: string): string | undefined {
  const found = Object.keys(names).find((pattern) => matchPath(pattern, pathname));
  return found && names[found];
}
