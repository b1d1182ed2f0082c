import { matchPath } from 'react-router-dom';
import { playerPages } from './features.ts';
import { paths, playerSoon, publicSoon } from './paths.ts';

const names: Record<string, string> = {
  ...playerSoon,
  ...publicSoon,
  ...Object.fromEntries(playerPages.map(({ path, name }) => [path, name])),
  [paths.login]: 'Login',
  [paths.register]: 'Register',
  [paths.privacy]: 'Privacy Policy',
  [paths.terms]: 'Terms of Service',
};

/** What the page at the path is called in a sentence; undefined for one without a name. */
export function pageNameOf(pathname: string): string | undefined {
  const found = Object.keys(names).find((pattern) => matchPath(pattern, pathname));
  return found && names[found];
}
