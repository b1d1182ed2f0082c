/** Names that lead to the reader's own machine or network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|corp|private|arpa)$/;

/**
 * https, with a public domain, without a password, and readable: without spaces and hidden characters, and without the
 * backslash, which browsers and other readers of an address understand differently. This file imports no schemas.
 */
export function isWebAddress(text: string): boolean {
  if (!/^https:\/\/[!-[\]-~]+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  // The last label of an IP address has digits or brackets, in whatever notation it was typed.
  const isDomain = /^(?:[\w-]+\.)+(?:[a-z]{2,}|xn--[\w-]+)$/.test(hostname);
  return isDomain && !LOCAL_NAME.test(hostname) && username === '' && password === '';
}
