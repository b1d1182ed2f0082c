import { randomBytes } from 'node:crypto';
import type { SignedIn } from '@copup/shared/auth.ts';
import { callOrThrow } from './players.ts';
import { until } from './until.ts';

/** Returns the newest six-digit code mailed to the address, from /dev/mail. */
export function readMailedCode({ url }: { url: string }, email: string, butNot = ''): Promise<string> {
  return until(async () => {
    const inbox = await (await fetch(`${url}/dev/mail`)).text();
    const text = inbox.replaceAll(/<[^>]*>/g, ' ');
    const mails = text.split(email).slice(1);
    const codes = mails
      .map((mail) => /\b(\d{6})\b/.exec(mail)?.[1])
      .filter((code) => code !== undefined && code !== butNot);
    const [newest] = codes;
    if (newest === undefined) throw new Error(`no code for ${email} at /dev/mail`);
    return newest;
  });
}

/** Registers a player of the real world over REST. */
export async function registerPlayer(
  server: { url: string },
  {
    username,
    referralCode = null,
    ...account
  }: { username: string; email: string; password: string; referralCode?: string | null },
): Promise<SignedIn> {
  const { email } = account;
  await callOrThrow(server.url, 'POST', '/auth/send-otp', { body: { email } });
  const otp = await readMailedCode(server, email);
  const device_token = randomBytes(32).toString('base64url');
  const rest = { full_name: username, otp, referralCode, terms: true, device_token };
  return callOrThrow(server.url, 'POST', '/auth/register', { body: { username, ...account, ...rest } });
}
