import { FirstSteps, WelcomeGiven, WelcomeOffer } from '@copup/shared/welcome.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome } from '../../../test/affiliate-world.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { openSpinWorld, type SpinWorld } from '../../../test/spin-world.ts';
import { untilDecided } from '../../../test/until-decided.ts';
import { auditLedger } from '../../audit.ts';
import { demoPlayers } from '../../demo-accounts.ts';
import { readOffer } from './read-first-steps.ts';
import { renewWelcomeDemo } from './renew-demo.ts';

withoutAudit();

let world: SpinWorld;
beforeAll(async () => {
  world = await openSpinWorld({ rewards: 0 });
});
afterAll(() => world?.close());

/** Leaves this much of the budget: the tests share one world. */
const setBudget = async (left: number, coins = 100) => {
  await changeSetting(world.app.deps, 'welcomeBudgetCoins', (await given()).given + left);
  await changeSetting(world.app.deps, 'welcomeCoins', coins);
};
const resetSettings = async () => {
  await world.app.asOwner("DELETE FROM settings WHERE key IN ('welcomeBudgetCoins', 'welcomeCoins')");
  await world.deps.settings.refresh();
};
const claim = (client: Pick<ApiClient, 'post'>, key?: string): Promise<ApiReply> =>
  untilDecided(() =>
    client.post('/user/welcome', undefined, key === undefined ? undefined : { 'idempotency-key': key }),
  );
const stepsOf = async (client: Pick<ApiClient, 'get'>) =>
  FirstSteps.parse((await client.get('/user/first-steps')).body);
const given = async () => WelcomeGiven.parse((await world.operator.get('/admin/welcome')).body);
const walletOf = async ({ user }: Pick<SignedInClient, 'user'>) =>
  (
    await world.query<{ available: number; bonus: number }>(
      'SELECT available, bonus FROM wallets WHERE user_id = $1',
      [user.id],
    )
  )[0];
const remember = (userId: string, device: string, network: string | null = null) =>
  world.query(
    'INSERT INTO known_devices (user_id, token_hash, network) VALUES ($1, sha256($2::text::bytea), $3)',
    [userId, device, network],
  );
/** Signs a player in on a device of their own. */
const newPlayer = async () => {
  const player = await world.app.signIn();
  await remember(player.user.id, player.user.id);
  return player;
};
const players = (count: number) => Promise.all(Array.from({ length: count }, newPlayer));
const enter = ({ user }: Pick<SignedInClient, 'user'>) =>
  world.query(
    'INSERT INTO auction_entries (auction_id, user_id, paid_available, paid_bonus) VALUES (1, $1, 0, 0)',
    [user.id],
  );
const leave = ({ user }: Pick<SignedInClient, 'user'>) =>
  world.query('DELETE FROM auction_entries WHERE user_id = $1', [user.id]);

describe('X15 welcome coins', () => {
  it('are off by default, as in production, and are refused while rewards cannot pay them', async () => {
    await resetSettings();
    const ada = await newPlayer();
    expect((await stepsOf(ada)).welcome).toEqual({ state: 'none', coins: 0, available: 0 });
    expect(outcome(await claim(ada))).toEqual([409, 'NO_WELCOME_COINS']);
    expect((await given()).budget).toBe(0);
    const nothing = { coins: 0, available: 0 };
    expect(WelcomeOffer.parse((await ada.get('/welcome')).body)).toEqual(nothing);
    // A player receives at most 10,000 coins, so others receive what is above.
    await setBudget(1_000_000, 10_000);
    while ((await given()).rewards >= 10_000) expect((await claim(await newPlayer())).status).toBe(200);
    const { rewards } = await given();
    await setBudget(rewards + 1, rewards + 1);
    expect(outcome(await claim(ada))).toEqual([409, 'REWARD_UNFUNDED']);
    expect(await readOffer(world.deps)).toEqual(nothing);
    await world.fund(1);
    expect(await readOffer(world.deps)).toEqual({ coins: rewards + 1, available: 0 });
    expect((await claim(ada)).status).toBe(200);
    expect(await readOffer(world.deps)).toEqual(nothing);
  });

  it('are bonus coins from rewards, once, and operators see them', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const before = await given();
    const ada = await newPlayer();
    expect((await stepsOf(ada)).welcome).toEqual({ state: 'open', coins: 100, available: 0 });
    const first = await claim(ada, 'key');
    expect(first.body).toMatchObject({ coins: 100, available: 0 });
    // P6: the same key returns the first reply; another key is refused.
    expect((await claim(ada, 'key')).body).toEqual(first.body);
    expect(outcome(await claim(ada, 'other'))).toEqual([409, 'ALREADY_WELCOMED']);
    expect(await walletOf(ada)).toEqual({ available: 0, bonus: 100 });
    expect((await stepsOf(ada)).welcome).toEqual({ state: 'claimed', coins: 100, available: 0 });
    const after = await given();
    expect(after).toMatchObject({
      budget: before.given + 1_000,
      given: before.given + 100,
      grants: before.grants + 1,
      rewards: before.rewards - 100,
    });
    expect(after.latest[0]).toMatchObject({
      username: ada.user.username,
      coins: 100,
      is_same_network: false,
    });
    expect(await world.audit()).toEqual([]);
  });

  it('are given once to parallel requests on two servers, and never exceed the budget in a race for its last coins', async () => {
    await Promise.all([world.fund(10_000), setBudget(1_000)]);
    const ada = await newPlayer();
    const own = await Promise.all(
      Array.from({ length: 8 }, (_, nth) => claim(nth % 2 ? ada : world.elsewhere(ada), `key-${nth}`)),
    );
    expect(own.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await walletOf(ada)).toEqual({ available: 0, bonus: 100 });

    await setBudget(350);
    const before = await given();
    const all = await players(12);
    const replies = await Promise.all(
      all.map((player, nth) => claim(nth % 2 ? player : world.elsewhere(player))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const codes = replies.filter(({ status }) => status !== 200).map(outcome);
    expect(new Set(codes.map(String))).toEqual(new Set(['409,NO_WELCOME_COINS']));
    expect(await given()).toMatchObject({
      given: before.given + 300,
      grants: before.grants + 3,
      rewards: before.rewards - 300,
    });
    // A higher budget admits a player who was refused: a refusal uses up nothing.
    await setBudget(100);
    const refused = all.find((_, nth) => replies[nth]?.status !== 200);
    if (!refused) throw new Error('no player was refused');
    expect((await claim(refused)).status).toBe(200);
    expect(await world.audit()).toEqual([]);
  });

  it('are for new players: not for old accounts, operators, demo players and, G2, during a break', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const [old, demo, resting] = await players(3);
    if (!old || !demo || !resting) throw new Error('no players');
    await world.query("UPDATE users SET created_at = now() - interval '31 days' WHERE id = $1", [
      old.user.id,
    ]);
    await world.query('UPDATE users SET is_demo = true WHERE id = $1', [demo.user.id]);
    for (const player of [old, demo]) {
      expect(outcome(await claim(player))).toEqual([409, 'NO_WELCOME_COINS']);
      expect((await stepsOf(player)).is_open).toBe(false);
    }
    expect(outcome(await claim(world.operator))).toEqual([403, 'OPERATORS_CANNOT_PLAY']);
    expect((await resting.post('/user/self-exclusion', { duration: '6_months' })).status).toBe(200);
    expect(await stepsOf(resting)).toMatchObject({ is_open: false, welcome: { state: 'none' } });
    expect(outcome(await claim(resting))).toEqual([403, 'TAKING_A_BREAK']);
    expect(await walletOf(resting)).toEqual({ available: 0, bonus: 0 });
  });

  it('are not given again to the same device, or to the same mailbox after a deletion', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const [ada, tunde, chi] = await players(3);
    if (!ada || !tunde || !chi) throw new Error('no players');
    await remember(ada.user.id, 'phone');
    expect((await claim(ada)).status).toBe(200);
    const { welcome } = await stepsOf(tunde);
    expect(welcome).toMatchObject({ state: 'open' });
    await remember(tunde.user.id, 'phone');
    // Neither button nor amount promise what will be refused.
    expect((await stepsOf(tunde)).welcome).toEqual({ state: 'none', coins: 0, available: 0 });
    expect(outcome(await claim(tunde))).toEqual([409, 'WELCOMED_BEFORE']);
    expect(await walletOf(tunde)).toEqual({ available: 0, bonus: 0 });
    // S7: after the deletion no row links the marks to the account, and the new account of the mailbox is refused.
    await world.query("UPDATE users SET email = 'ada.eze@gmail.com' WHERE id = $1", [ada.user.id]);
    expect((await ada.delete('/user/delete', { forfeit: true })).status).toBe(200);
    await world.query("UPDATE users SET email = 'adaeze+new@gmail.com' WHERE id = $1", [chi.user.id]);
    expect(outcome(await claim(chi))).toEqual([409, 'WELCOMED_BEFORE']);
    const columns = await world.query<{ name: string }>(
      "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'welcome_marks'",
    );
    expect(columns).toEqual([{ name: 'mark' }]);
    expect(await world.audit()).toEqual([]);
  });

  it('X15 are given neither without a device nor more than 10 times a day on one network', async () => {
    await Promise.all([world.fund(2_000), setBudget(2_000)]);
    const unknown = await world.app.signIn();
    expect(outcome(await claim(unknown))).toEqual([409, 'NO_WELCOME_COINS']);
    await world.query("UPDATE sessions SET network = '102.89.0.0/24' WHERE user_id = $1", [unknown.user.id]);
    await remember(unknown.user.id, 'tablet');
    const farmed = await players(11);
    for (const { user } of farmed) {
      await world.query("UPDATE known_devices SET network = '197.210.0.0/24' WHERE user_id = $1", [user.id]);
      // A farmer signs out, which leaves the device.
      await world.query('UPDATE sessions SET network = gen_random_uuid() WHERE user_id = $1', [user.id]);
    }
    const replies: number[] = [];
    for (const player of farmed) replies.push((await claim(player)).status);
    expect(replies).toEqual([...Array<number>(10).fill(200), 409]);
    expect((await claim(unknown)).status).toBe(200);
    expect(await world.audit()).toEqual([]);
  });

  it('of players on one network are marked for operators', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const [ada, tunde, chi] = await players(3);
    if (!ada || !tunde || !chi) throw new Error('no players');
    const on = (network: string, { user }: SignedInClient) =>
      world.query('UPDATE sessions SET network = $1 WHERE user_id = $2', [network, user.id]);
    await Promise.all([on('102.89.7.0/24', ada), on('102.89.7.0/24', tunde), on('197.210.7.0/24', chi)]);
    for (const player of [ada, tunde, chi]) expect((await claim(player)).status).toBe(200);
    const marked = (await given()).latest.slice(0, 3).filter(({ is_same_network }) => is_same_network);
    expect(marked.map(({ username }) => username)).toEqual([tunde.user.username]);
  });

  it('that were tampered with are found by the audit', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const ada = await newPlayer();
    await claim(ada);
    const wrong = async () => {
      const { errors } = await auditLedger(world.deps.db, { mode: 'full' });
      return errors.filter(({ check }) => check === 'welcome').map(({ table }) => table);
    };
    await world.query('UPDATE welcome_budget SET given = given + 1');
    expect(await wrong()).toEqual(['welcome_budget']);
    await world.query('UPDATE welcome_budget SET given = given - 1');
    await world.app.asOwner(`ALTER TABLE welcome_grants DISABLE TRIGGER USER;
      UPDATE welcome_grants SET coins = coins + 1; ALTER TABLE welcome_grants ENABLE TRIGGER USER`);
    expect(await wrong()).toEqual(['welcome_grants']);
    await world.app.asOwner(`ALTER TABLE welcome_grants DISABLE TRIGGER USER;
      UPDATE welcome_grants SET coins = coins - 1; ALTER TABLE welcome_grants ENABLE TRIGGER USER`);
  });
});

describe('X15 the first steps', () => {
  it('are ticked once done, and the card closes for good', async () => {
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    const ada = await newPlayer();
    expect(await stepsOf(ada)).toMatchObject({ is_open: true, has_auction: false, has_game: false });
    await claim(ada);
    await enter(ada);
    expect(await stepsOf(ada)).toMatchObject({ is_open: true, has_auction: true, has_game: false });
    await leave(ada);
    for (let nth = 0; nth < 2; nth += 1)
      expect((await ada.post('/user/first-steps/dismiss')).status).toBe(200);
    expect(await stepsOf(ada)).toMatchObject({ is_open: false, welcome: { state: 'claimed' } });
    expect((await stepsOf(world.elsewhere(ada))).is_open).toBe(false);
  });

  it('that are all done close the card; without welcome coins there are two', async () => {
    await resetSettings();
    const ada = await world.player();
    expect((await stepsOf(ada)).is_open).toBe(true);
    await world.fund(100);
    expect((await world.spin(ada)).status).toBe(200);
    expect(await stepsOf(ada)).toMatchObject({ is_open: true, has_game: true });
    await enter(ada);
    expect(await stepsOf(ada)).toMatchObject({ is_open: false, has_auction: true, has_game: true });
    await leave(ada);
  });

  it('with bonus coins only are done with a ticket in place of a bid, which they do not offer', async () => {
    const ada = await world.player();
    await remember(ada.user.id, ada.user.id);
    await Promise.all([world.fund(1_000), setBudget(1_000)]);
    await claim(ada);
    expect(await stepsOf(ada)).toMatchObject({ can_bid: false, has_ticket: false });
    expect((await world.spin(ada)).status).toBe(200);
    await world.query(
      'INSERT INTO heist_tickets (heist_id, user_id, no, paid_available, paid_bonus) VALUES (1, $1, 1, 0, 0)',
      [ada.user.id],
    );
    expect(await stepsOf(ada)).toMatchObject({ is_open: false, has_ticket: true, has_game: true });
    await world.query('DELETE FROM heist_tickets WHERE user_id = $1', [ada.user.id]);
  });
});

describe('X11, X15 the demo', () => {
  it('also gives coins that can be bid, and keeps the budget that operators set', async () => {
    await resetSettings();
    const before = await given();
    const ada = await newPlayer();
    await world.query('UPDATE users SET email = $1 WHERE id = $2', [demoPlayers[0].email, ada.user.id]);
    await renewWelcomeDemo.renew(world.deps);
    const tunde = await world.app.signIn();
    // A server that does not run a demo gives bonus coins only.
    expect((await stepsOf(tunde)).welcome).toEqual({ state: 'open', coins: 100, available: 0 });
    world.deps.config.seedDemo = true;
    expect((await stepsOf(tunde)).welcome).toEqual({ state: 'open', coins: 100, available: 100 });
    expect((await claim(tunde)).body).toMatchObject({ coins: 100, available: 100 });
    expect(await walletOf(tunde)).toEqual({ available: 100, bonus: 100 });
    world.deps.config.seedDemo = false;
    expect(await given()).toMatchObject({ given: before.given + 100, budget: 1_000_000 });
    await setBudget(500);
    await renewWelcomeDemo.renew(world.deps);
    expect((await given()).budget).toBe(before.given + 600);
    expect((await stepsOf(ada)).is_open).toBe(false);
    expect(await renewWelcomeDemo.exists(world.deps.db)).toBe(true);
    expect(await world.audit()).toEqual([]);
  });
});
