/** The form of an address; only the server checks the check digits. */
export const isAddress = (text: string) => /^cp1[02-9ac-hj-np-z]{38}$/.test(text);

/** Returns the address or username in a typed text, a code, or a link to /send, in its usual form. */
export const recipientIn = (text: string) =>
  (/[?&]to=([^&#\s]+)/.exec(text)?.[1] ?? text).replace(/[\s@]/g, '').toLowerCase();

/** Returns the address in the text of a code, undefined without one. */
export function addressIn(text: string): string | undefined {
  const found = recipientIn(text);
  return isAddress(found) ? found : undefined;
}
