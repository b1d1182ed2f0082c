import { randomBytes } from 'node:crypto';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { ApiClient, accepted } from '@copup/testkit/client.ts';
import { givePin } from '@copup/testkit/pins.ts';
import { openPlayWorld } from '../play-world.ts';
import { newPicture } from '../trade-world.ts';

export const PIN = '0417';
let people = 0;

export type SpecifiedWorld = Awaited<ReturnType<typeof openSpecifiedWorld>>;

/** A server whose players have coins, PINs, pictures and passwords. */
export async function openSpecifiedWorld() {
  const world = await openPlayWorld({ redis: null });
  const { server, query } = world;

  const picture = async () => new Blob([new Uint8Array(await newPicture())], { type: 'image/png' });
  const mailedCode = async (email: string): Promise<string> => {
    const [mail] = await query<{ body: string }>(
      'SELECT body FROM mail_outbox WHERE to_address = $1 ORDER BY id DESC LIMIT 1',
      [email],
    );
    return /\b\d{6}\b/.exec(mail?.body ?? '')?.[0] ?? '';
  };
  /** A person who has asked for the code of a registration. */
  const newPerson = async (referralCode = '') => {
    people += 1;
    const email = `specified${people}@copup.test`;
    await server.client.post('/auth/send-otp', { email });
    const password = 'jollof at the lagoon';
    const rest = { username: `specified_${people}`, profile: '', full_name: 'Ada Obi', referralCode };
    return { email, ...rest, password, otp: await mailedCode(email) };
  };
  const player = async (coins = 5_000): Promise<SignedInClient> => {
    const client = await server.signIn({ coins });
    await givePin(server.deps, client.user.id, PIN);
    const form = new FormData();
    const fields = {
      full_name: 'Ada Obi',
      username: client.user.username,
      email: `${client.user.username}@example.test`,
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('profile', await picture(), 'ada.png');
    accepted(await client.call('PUT', '/user/profile', { body: form }));
    return client;
  };
  return {
    ...world,
    picture,
    mailedCode,
    newPerson,
    player,
    /** Registers a person on a device of their own. */
    async registered(referralCode?: string) {
      const person = await newPerson(referralCode);
      const device_token = randomBytes(32).toString('base64url');
      const { token } = accepted(await server.client.post('/auth/register', { ...person, device_token }));
      return { ...person, client: new ApiClient(server.url, token) };
    },
  };
}
