import { type LiveSubject, liveSubjects } from '@copup/shared/live-subjects.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useEffect, useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { playParts as loadPlayParts } from '../features.ts';
import { lazyPart } from '../lazy-part.tsx';

const parts = loadPlayParts.map((load) => lazyPart(load));
/** Pages on which players spend coins and time. */
const playPages = [
  ...Object.values<LiveSubject>(liveSubjects).flatMap(({ rooms }) => Object.values(rooms)),
  paths.cardPractice,
  paths.heist,
  paths.bets,
  paths.spin,
];
/** Late, because it is only needed after an hour: short visits load nothing. */
const delayMs = 60_000;

/** G3: the parts on pages of plays. They stay while the player goes from one to another. */
export function PlayParts() {
  const { pathname } = useLocation();
  const isPlay = playPages.some((pattern) => matchPath(pattern, pathname));
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    if (!isPlay) return setIsOn(false);
    const timer = setTimeout(() => setIsOn(true), delayMs);
    return () => clearTimeout(timer);
  }, [isPlay]);
  if (!isOn) return null;
  // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
  return parts.map((Part, nth) => <Part key={nth} />);
}
