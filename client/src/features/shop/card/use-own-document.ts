import { useEffect } from 'react';
import { loadedFrom, withoutSlash } from '../../../lib/loaded-from.ts';

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
