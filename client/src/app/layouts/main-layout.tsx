import { useMemo, useState } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import type { HomePart } from '../../lib/feature.ts';
import type { Shell } from '../../lib/shell.ts';
import { offlineTitle, useIsOnline } from '../../lib/use-online.ts';
import { useConnection } from '../../realtime/index.ts';
import { BottomNav } from '../../ui/bottom-nav.tsx';
import { Note } from '../../ui/note.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';
import { homeParts as loadedParts, gamesParts as loadGamesParts } from '../features.ts';
import { lazyPart } from '../lazy-part.tsx';
import { useFollowNotices } from '../use-follow-notices.ts';
import { mainLinks, moreLinks } from './navigation.ts';
import { PlayParts } from './play-parts.tsx';
import { SavedPages } from './saved-pages.tsx';
import { SideMenu } from './side-menu.tsx';
import { SideRail } from './side-rail.tsx';

const gamesParts = loadGamesParts.map((load) => lazyPart(load));
const partsAt = (place: HomePart['place']) =>
  loadedParts
    .filter((part) => part.place === place)
    .map(({ load, loadingClass }) => lazyPart(load, loadingClass));
const homeParts: Shell['homeParts'] = {
  welcome: partsAt('welcome'),
  starters: partsAt('starters'),
  live: partsAt('live'),
};

/** Layout of players' screens. A focused screen has a back link and no bottom navigation. */
export function MainLayout() {
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isFocused = useMatches().some(
    ({ handle }) => (handle as { isFocused?: boolean } | undefined)?.isFocused,
  );
  const connection = useConnection();
  const isOnline = useIsOnline();
  const [isUnreachable, setIsUnreachable] = useState(false);
  useFollowNotices();
  const shell = useMemo<Shell>(
    () => ({
      openMenu: () => setIsMenuOpen(true),
      saved: <SavedPages />,
      onUnreachable: setIsUnreachable,
      homeParts,
      gamesParts,
    }),
    [],
  );
  return (
    <div className="lg:pl-rail">
      <SkipLink />
      <SideRail onMenu={shell.openMenu} />
      <main id="content" tabIndex={-1} className={isFocused ? 'outline-none' : 'pb-20 outline-none lg:pb-0'}>
        {connection === 'offline' && !isFocused && !isUnreachable ? (
          <div className="mx-auto max-w-[1120px] px-4 pt-3 lg:px-10">
            <Note look="offline" title={offlineTitle(isOnline)}>
              This may be out of date. You can’t spend coins until you’re back online.
            </Note>
          </div>
        ) : null}
        <Outlet context={shell} />
      </main>
      {isFocused ? null : (
        <BottomNav links={mainLinks} moreLinks={moreLinks} className="fixed inset-x-0 bottom-0 lg:hidden" />
      )}
      <PlayParts />
      {isMenuOpen ? <SideMenu onClose={() => setIsMenuOpen(false)} /> : null}
    </div>
  );
}
