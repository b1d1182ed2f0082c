import { parse } from 'bowser';
import { networkOf } from '../client-facts.ts';

/** The stored facts about the client that signed in (S8a). */
export interface SessionOrigin {
  /** Such as "Chrome on Android"; null when the client does not send it. */
  device: string | null;
  /** /24 of IPv4, /48 of IPv6. */
  network: string;
}

const LONGEST_USER_AGENT = 512;
const LONGEST_NAME = 60;

export function originOf(address: string, userAgent: string | undefined): SessionOrigin {
  return { device: nameDevice(userAgent), network: networkOf(address) };
}

function nameDevice(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = parse(userAgent.slice(0, LONGEST_USER_AGENT));
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '');
  // "Samsung Internet for Android" already contains the system.
  const isNamed = browser.name?.endsWith(` ${os.name}`) === true;
  const name = isNamed ? browser.name : names.join(' on ');
  return name ? name.slice(0, LONGEST_NAME) : null;
}
