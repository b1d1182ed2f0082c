import type { SignedInClient } from '@copup/testkit/app.ts';
import { of, type SpecifiedCall } from './call.ts';
import { PIN, type SpecifiedWorld } from './world.ts';

export async function accountCalls(world: SpecifiedWorld, player: SignedInClient): Promise<SpecifiedCall[]> {
  const visitor = world.server.client;
  const known = await world.registered(await world.codeOf(player));
  const [leaving, forgetful] = [await world.registered(), await world.registered()];
  await visitor.post('/auth/forget-password', { email: forgetful.email });
  const otp = await world.mailedCode(forgetful.email);
  return [
    {
      call: 'POST /auth/login',
      by: visitor,
      body: { email: known.email, password: known.password },
      reply: { token: 'string', user: of('', 'role') },
    },
    {
      call: 'POST /auth/login',
      by: visitor,
      body: { email: known.email, password: 'another passphrase' },
      status: 401,
      reply: of('message'),
    },
    { call: 'POST /auth/send-otp', by: visitor, body: { email: 'otp@copup.test' }, reply: {} },
    {
      call: 'POST /auth/register',
      by: visitor,
      body: await world.newPerson(),
      unread: ['profile'],
      status: 201,
      reply: { token: 'string', user: of('', 'role') },
    },
    { call: 'POST /auth/forget-password', by: visitor, body: { email: known.email }, reply: {} },
    {
      call: 'POST /auth/reset-password',
      by: visitor,
      body: {
        email: forgetful.email,
        otp,
        newPassword: 'egusi at the market',
        confirmPassword: 'egusi at the market',
      },
      reply: {},
    },
    {
      call: 'GET /user/profile',
      reply: of('wallet_address full_name username email profile referral_code', 'bid_points task_coin'),
    },
    {
      call: 'PUT /user/profile',
      by: known.client,
      multipart: true,
      body: {
        full_name: 'Ada Okafor',
        username: known.username,
        email: known.email,
        profile: await world.picture(),
      },
      reply: {},
    },
    // The account had no picture before.
    { call: 'GET /user/profile', by: known.client, reply: of('profile') },
    { call: 'DELETE /user/delete', by: leaving.client, body: { password: leaving.password }, reply: {} },
    {
      call: 'POST /user/set-pin',
      by: await world.player(),
      body: { oldPin: PIN, newPin: '2580' },
      reply: of('message'),
    },
    { call: 'POST /user/recover-pin', by: visitor, body: { email: known.email }, reply: of('message') },
    { call: 'GET /user/referrals', reply: [of('id username')] },
  ];
}
