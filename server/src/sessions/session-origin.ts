import { parse } from 'bowser';
import { networkOf } from '../limits/networks.ts';

/** What is stored of the client that signed in (S8a). */
export interface SessionOrigin {
  /** Such as "Chrome on Android"; null where the client does not say. */
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
  const name = browser.name && os.name ? `${browser.name} on ${os.name}` : (browser.name ?? os.name);
  return name ? name.slice(0, LONGEST_NAME) : null;
}
