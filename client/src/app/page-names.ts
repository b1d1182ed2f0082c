import { matchPath } from 'react-router-dom';
import { fullPages, playerPages, publicPages } from './features.ts';

const names: Record<string, string> = Object.fromEntries(
  [...fullPages, ...publicPages, ...playerPages].map(({ path, name }) => [path, name]),
);

/** Returns the name of the page at the path, for use in a sentence; undefined for a page without a name. */
export function pageNameOf(pathname: string): string | undefined {
  const found = Object.keys(names).find((pattern) => matchPath(pattern, pathname));
  return found && names[found];
}
