import { matchPath } from 'react-router-dom';
import { fullPages, playerPages, publicPages } from './features.ts';
import { playerSoon, publicSoon } from './soon-pages.ts';

const names: Record<string, string> = {
  ...playerSoon,
  ...publicSoon,
  ...Object.fromEntries([...fullPages, ...publicPages, ...playerPages].map(({ path, name }) => [path, name])),
};

/** What the page at the path is called in a sentence; undefined for one without a name. */
export function pageNameOf(pathname: string): string | undefined {
  const found = Object.keys(names).find((pattern) => matchPath(pattern, pathname));
  return found && names[found];
}
