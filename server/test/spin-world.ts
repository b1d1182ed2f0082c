import { SpinReply, SpinState } from '@copup/shared/spins.ts';
import { type SignedInClient, startApp } from '@copup/testkit/app.ts';
import { type ApiClient, type ApiReply, accepted } from '@copup/testkit/client.ts';
import { createTestDatabase } from '@copup/testkit/databases.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { changeSetting } from './change-setting.ts';
import { worldFacts } from './world-facts.ts';

export type SpinWorld = Awaited<ReturnType<typeof openSpinWorld>>;

/** Opens two servers on one database, without rate limits, with a passcode and coins for prizes. */
export async function openSpinWorld({ passcode = 'harmattan-26', rewards = 10_000 } = {}) {
  const database = await createTestDatabase();
  const start = () => startApp({ database, redis: null, overrides: { limitRules: noLimits } });
  const [app, other] = await Promise.all([start(), start()]);
  const { deps } = app;
  const operator = await app.signIn({ role: 1 });

  const { query, fundRewards: fund, bonusOf, rewards: rewardsBalance, audit } = worldFacts(deps.db);
  const set = async (key: 'spinPasscode' | 'spinDailyCoins', value: string | number) => {
    if (key === 'spinDailyCoins') return changeSetting(deps, key, value);
    accepted(await operator.put(`/admin/settings/${key}`, { value }));
  };
  await set('spinPasscode', passcode);
  if (rewards > 0) await fund(rewards);

  const unlock = (client: Pick<ApiClient, 'post'>, code = passcode): Promise<ApiReply> =>
    client.post('/user/spin/unlock', { passcode: code });
  return {
    app,
    other,
    deps,
    database,
    operator,
    query,
    set,
    fund,
    unlock,
    spin: (client: Pick<ApiClient, 'post'>, key?: string, body?: object): Promise<ApiReply> =>
      client.post('/user/spin', body, { 'idempotency-key': key }),
    /** Signs in a player who has unlocked the wheel. */
    async player(options: Parameters<typeof app.signIn>[0] = {}): Promise<SignedInClient> {
      const client = await app.signIn(options);
      accepted(await unlock(client));
      return client;
    },
    elsewhere: ({ token }: Pick<SignedInClient, 'token'>): ApiClient => other.client.withToken(token),
    state: async (client: Pick<ApiClient, 'get'>): Promise<SpinState> =>
      SpinState.parse((await client.get('/user/spin')).body),
    replyOf: ({ body }: ApiReply): SpinReply => SpinReply.parse(body),
    bonusOf,
    rewardsBalance,
    /** Moves all spins and budgets one day back, as if today had just begun. */
    beginDay: () =>
      app.asOwner(`ALTER TABLE spins DISABLE TRIGGER USER;
        UPDATE spins SET day = day - 1, spun_at = spun_at - interval '1 day';
        -- In two steps, since the days are unique.
        UPDATE spin_days SET day = day - 10000; UPDATE spin_days SET day = day + 9999;
        ALTER TABLE spins ENABLE TRIGGER USER`),
    audit,
    async close() {
      await Promise.all([app.close(), other.close()]);
      await database.drop();
    },
  };
}
