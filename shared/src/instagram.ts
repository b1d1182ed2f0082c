/**
 * Addresses of Instagram posts (T3). This file imports no schemas, so that the browser does not load the validator.
 */
const HOST = 'www.instagram.com';
const HOSTS: ReadonlySet<string> = new Set([HOST, 'instagram.com']);
/** Posts and reels, also below a username; `reels` is another name of `reel`. */
const PATH = /^\/(?:[\w.]{1,30}\/)?(p|reels?)\/([\w-]{5,40})\/?$/;
/** What the server stores and returns. */
const CANONICAL = /^https:\/\/www\.instagram\.com\/(?:p|reel)\/[\w-]{5,40}\/$/;

/** The origin of the embeds, which only the page `/blog` may frame (X12). */
export const instagramOrigin = `https://${HOST}`;

/** The longest address that is accepted. */
export const MAX_INSTAGRAM_URL = 300;

/**
 * Returns the address of a post or reel in the one form that is stored: https, without query and fragment. Returns
 * undefined for every other address.
 */
export function canonicalInstagramUrl(text: string): string | undefined {
  if (text.length > MAX_INSTAGRAM_URL || !URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  if (protocol !== 'https:' || !HOSTS.has(hostname) || port + username + password !== '') return undefined;
  const [, kind, code] = PATH.exec(pathname) ?? [];
  return kind === undefined ? undefined : `${instagramOrigin}/${kind === 'p' ? 'p' : 'reel'}/${code}/`;
}

/** Returns the address of the frame for a stored address; undefined for every other address. */
export const instagramEmbedUrl = (url: string): string | undefined =>
  CANONICAL.test(url) ? `${url}embed/` : undefined;

export const isReel = (url: string): boolean => url.startsWith(`${instagramOrigin}/reel/`);
