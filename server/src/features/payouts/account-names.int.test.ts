import { Bank } from '@copup/shared/payouts.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { synchroniseBanks } from './synchronise-banks.ts';

let provider: CardProvider;
let world: PayoutWorld;
beforeAll(async () => {
  provider = await CardProvider.start();
  world = await openPayoutWorld({
    env: provider.env({ confirms: true }),
    overrides: { limitRules: noLimits },
  });
  await synchroniseBanks(world.app.deps);
});
afterAll(async () => {
  await world?.app.close();
  await provider?.close();
});
beforeEach(() => {
  provider.isDown = false;
  provider.requests.length = 0;
  provider.names.set('058:0123456789', 'OKONKWO ADAEZE');
});

const account = { bid_points: 20, account_number: '0123456789', bank_name: 'gtb' };
const read = (player: SignedInClient, change: object = {}) =>
  player.post('/tradeConfirm/account-name', { ...account, ...change });
const code = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const asked = () => provider.requests.filter((url) => url === '/v3/accounts/resolve').length;
const named = async (coins: number, name: string) => {
  const player = await world.player(coins);
  await world.query('UPDATE users SET full_name = $2 WHERE id = $1', [player.user.id, name]);
  return player;
};

describe('W19 the bank’s name of an account', () => {
  it('is read before the request, and replaces what is sent with it; W14 compares it', async () => {
    const operator = await world.operator();
    for (const [name, differs] of [
      ['Adaeze Okonkwo', false],
      ['Tunde Bello', true],
    ] as const) {
      const player = await named(500, name);
      const reply = { account_name: 'OKONKWO ADAEZE', name_differs: differs };
      expect((await read(player)).body).toEqual(reply);
      // The same account is not asked for again.
      expect((await read(player)).body).toEqual(reply);
      const { body } = await world.request(player, 20, { account_name: name });
      expect(body.payout.account_name).toBe('OKONKWO ADAEZE');
      expect((await operator.get(`/admin/payouts/${body.payout.id}`)).body).toMatchObject({
        ...{ account_name: 'OKONKWO ADAEZE', name_differs: differs, name_checked: true },
      });
    }
    expect(asked()).toBe(2);
  });

  it('is of this account and this player only; without it the typed name counts', async () => {
    const operator = await world.operator();
    const [player, other] = [await world.player(500), await world.player(500)];
    await read(player);
    const typed = { account_name: 'Typed Name' };
    const requests = [
      await world.request(player, 20, { ...typed, account_number: '0123456780' }),
      await world.request(other, 20, typed),
    ];
    for (const { body } of requests)
      expect((await operator.get(`/admin/payouts/${body.payout.id}`)).body).toMatchObject({
        ...{ account_name: 'Typed Name', name_checked: false },
      });
  });

  it('is read for complete requests only, of players with an address and a PIN', async () => {
    const player = await world.player(500);
    expect(code(await read(player, { account_number: '123' }))).toEqual([400, 'VALIDATION_FAILED']);
    expect(code(await read(player, { bid_points: 501 }))).toEqual([409, 'NOT_ENOUGH_COINS']);
    expect(code(await read(player, { bid_points: 1 }))).toEqual([409, 'PAYOUT_LIMIT']);
    expect(code(await read(player, { bank_name: 'none' }))).toEqual([404, 'BANK_NOT_FOUND']);
    expect(code(await read(player, { bank_name: 'diamond' }))).toEqual([409, 'BANK_CLOSED']);
    expect(code(await read(await world.app.signIn({ coins: 500 })))).toEqual([409, 'PIN_NOT_SET']);
    await world.query('UPDATE users SET email = NULL WHERE id = $1', [player.user.id]);
    expect(code(await read(player))).toEqual([409, 'EMAIL_NEEDED']);
    const waiting = await world.player(500);
    await world.requested(waiting, 20);
    expect(code(await read(waiting))).toEqual([409, 'PAYOUT_OPEN']);
    expect(asked()).toBe(0);
  });

  it('is asked for 5 times in 24 hours, unknown accounts included; each enquiry is logged before the call', async () => {
    const player = await world.player(500);
    const unknown = (nth: number) => read(player, { account_number: `999999999${nth}` });
    for (let nth = 0; nth < 4; nth += 1) expect(code(await unknown(nth))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    // Without a reply of the provider, the name is typed, and the enquiry does not count.
    provider.isDown = true;
    expect((await unknown(4)).body).toEqual({ account_name: null, name_differs: false });
    provider.isDown = false;
    const replies = await Promise.all([5, 6, 7].map(unknown));
    expect(replies.map(({ body }) => body.code).sort()).toEqual([
      'ACCOUNT_NOT_FOUND',
      'ENQUIRY_LIMIT',
      'ENQUIRY_LIMIT',
    ]);
    const logged = await world.query<{ outcome: string }>(
      'SELECT outcome FROM account_enquiries WHERE user_id = $1 ORDER BY id',
      [player.user.id],
    );
    expect(logged.map(({ outcome }) => outcome)).toEqual(['none', 'none', 'none', 'none', 'unknown', 'none']);
    await world.query(
      "UPDATE account_enquiries SET asked_at = asked_at - interval '25 hours' WHERE user_id = $1",
      [player.user.id],
    );
    expect((await read(player)).status).toBe(200);
    await changeSetting(world.app.deps, 'accountNamesPerDay', 0);
    expect(code(await read(await world.player(500)))).toEqual([409, 'ENQUIRY_LIMIT']);
    await changeSetting(world.app.deps, 'accountNamesPerDay', 5);
  });

  it('S7 is deleted with the account', async () => {
    const player = await world.player(20);
    expect((await read(player)).status).toBe(200);
    const { passwords } = world.app.deps;
    const hash = await passwords.hash('correct horse', '10.0.0.0');
    await world.query('UPDATE users SET password_hash = $2 WHERE id = $1', [player.user.id, hash]);
    const { status } = await player.delete('/user/delete', { password: 'correct horse', forfeit: true });
    expect(status).toBe(200);
    expect(await world.query('SELECT FROM account_enquiries WHERE user_id = $1', [player.user.id])).toEqual(
      [],
    );
  });
});

describe('W19 the provider’s list of banks', () => {
  const banksOf = async () => {
    const player = await world.player(0);
    return Bank.array().parse((await player.get('/user/banks?limit=100')).body);
  };

  it('adds banks and codes; names, notes and closed banks stay as operators set them', async () => {
    const before = provider.banks;
    provider.banks = [
      { code: '058', name: 'GUARANTY TRUST BANK PLC' },
      { code: '063', name: 'Diamond Bank' },
      // The specification has this bank with another code.
      { code: '50211', name: 'Kuda Microfinance Bank' },
      { code: '999123', name: '  New   Bank ' },
      { code: 'not a code', name: 'Nothing' },
    ];
    await Promise.all([synchroniseBanks(world.app.deps), synchroniseBanks(world.app.deps)]);
    const banks = await banksOf();
    const find = (wanted: string) => banks.find((bank) => bank.code === wanted);
    expect(find('gtb')).toMatchObject({ name: 'GTBank', is_open: true, reads_names: true });
    expect(find('diamond')).toMatchObject({ is_open: false });
    expect(find('access')).toMatchObject({ is_open: true, reads_names: false });
    expect(find('p_999123')).toMatchObject({ name: 'New Bank', is_open: true, reads_names: true });
    expect(banks.filter(({ name }) => name.includes('Kuda'))).toMatchObject([
      { code: 'kuda', reads_names: true },
    ]);
    expect(banks.map(({ name }) => name)).not.toContain('Nothing');

    // While it cannot be read, and when it is empty, the last one counts.
    provider.isDown = true;
    await synchroniseBanks(world.app.deps);
    provider.isDown = false;
    provider.banks = [];
    await synchroniseBanks(world.app.deps);
    expect(await banksOf()).toEqual(banks);
    provider.banks = before;
    await synchroniseBanks(world.app.deps);
    expect((await banksOf()).find(({ code: each }) => each === 'access')).toMatchObject({
      reads_names: true,
    });
  });

  it('is empty without a provider', async () => {
    const { deps } = world.app;
    await synchroniseBanks({ ...deps, config: { ...deps.config, cardPayments: undefined } });
    expect((await banksOf()).filter((bank) => bank.reads_names)).toEqual([]);
    const player = await world.player(500);
    expect((await read(player)).body).toEqual({ account_name: null, name_differs: false });
    expect(asked()).toBe(0);
    await synchroniseBanks(deps);
  });
});
