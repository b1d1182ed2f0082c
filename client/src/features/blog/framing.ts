import { paths } from '@copup/shared/page-paths.ts';
import { loadedFrom, withoutSlash } from '../../lib/loaded-from.ts';

/** The item whose frame was requested in a document that may not show it. */
const key = 'copup:instagram-tapped';
/** The frames that every page may have, as in the server's policy. */
const otherPages = 'frame-src https://accounts.google.com/gsi/';

let isSealed = false;

/** Returns whether this document may frame Instagram: it was loaded from `/blog`, and no other page was shown in it (X12). */
export const mayFrame = (): boolean => !isSealed && loadedFrom() === paths.blog;

/** Loads the page as a document of its own, which shows the frame of this item. */
export function loadForFrame(id: number): void {
  sessionStorage.setItem(key, String(id));
  location.assign(paths.blog);
}

/** Returns once the item whose frame was requested before the document was loaded. */
export function takeTapped(): number | undefined {
  const id = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return id === null ? undefined : Number(id);
}

/**
 * Removes Instagram from the document's policy when another page is shown in it. A policy can become stricter, never
 * wider, so a later frame needs a new document.
 */
export function sealFrames(): void {
  if (!mayFrame() || withoutSlash(location.pathname) === paths.blog) return;
  isSealed = true;
  const policy = document.createElement('meta');
  policy.httpEquiv = 'Content-Security-Policy';
  policy.content = otherPages;
  document.head.append(policy);
}
