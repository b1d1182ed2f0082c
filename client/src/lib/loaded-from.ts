/** Returns a path without its final slash. */
export const withoutSlash = (path: string) => path.replace(/\/$/, '');

/**
 * Returns the path from which the document was loaded, whose content security policy it has; that of the page when the
 * browser does not report it.
 */
export function loadedFrom(): string {
  const [entry] = performance.getEntriesByType('navigation');
  return withoutSlash(entry ? new URL(entry.name).pathname : location.pathname);
}
