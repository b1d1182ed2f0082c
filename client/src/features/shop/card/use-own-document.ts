import { useEffect } from 'react';

const withoutSlash = (path: string) => path.replace(/\/$/, '');

/** Returns the address from which the document was loaded; that of the page when the browser does not tell. */
function loadedFrom(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return withoutSlash(entry ? new URL(entry.name).pathname : location.pathname);
}

/**
 * Makes sure that the page has a document of its own, since the content security policy is that of the document (X12):
 * loads it again when the user came from another page of the app, and when the user leaves for one. Returns whether the
 * page can be shown.
 */
export function useOwnDocument(path: string): boolean {
  const isOwn = loadedFrom() === path;
  useEffect(() => {
    if (!isOwn) location.reload();
    return () => {
      if (isOwn && withoutSlash(location.pathname) !== path) location.reload();
    };
  }, [isOwn, path]);
  return isOwn;
}
