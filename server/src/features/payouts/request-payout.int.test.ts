import { PayoutReply, PayoutTerms } from '@copup/shared/payouts.ts';
import type { SignedInClient } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { pino } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openPayoutWorld, type PayoutWorld, PIN } from '../../../test/payout-world.ts';
import { auditLedger } from '../../audit.ts';
import { loggerOptions } from '../../log.ts';

let world: PayoutWorld;
/** The lines of the server's log. */
const lines: string[] = [];
beforeAll(async () => {
  const log = pino(loggerOptions({ logLevel: 'trace' }), { write: (line: string) => void lines.push(line) });
  world = await openPayoutWorld({ overrides: { limitRules: noLimits, log } });
});
afterAll(() => world?.app.close());

const termsOf = async (player: SignedInClient) =>
  PayoutTerms.parse((await player.get('/user/payout-terms')).body);
const refusal = ({ status, body }: { status: number; body: { code: string; details?: object } }) => [
  status,
  body.code,
  ...(body.details ? [body.details] : []),
];
const owe = (player: SignedInClient, amount: number) =>
  world.query(
    "INSERT INTO receivables (id, realm, user_id, subject_kind, subject_id, amount) VALUES ($1::uuid, 0, $2, 'card', $1::uuid::text, $3)",
    [uuidv7(), player.user.id, amount],
  );
const changeCredentials = ({ user }: SignedInClient, hoursAgo: number) =>
  world.query(
    "UPDATE users SET credentials_changed_at = clock_timestamp() - $2 * interval '1 hour' WHERE id = $1",
    [user.id, hoursAgo],
  );

describe('W3 a payout', () => {
  it('holds the coins, stores the rate, and is in the history with a masked account number', async () => {
    const player = await world.player(1_000);
    const { status, body } = await world.request(player, 400);
    expect(status).toBe(200);
    const { message, payout } = PayoutReply.parse(body);
    expect(message).toBe('Payout requested. 400 coins are held until it is decided.');
    expect(payout).toMatchObject({
      ...{ bid_points: 400, rate: 90, amount: 36_000, status: 'pending', bank_name: 'GTBank' },
      ...{ account_name: 'Adaeze Okonkwo', account_number: '••••••6789', reason: null, decided_at: null },
    });
    expect(await world.balances(player)).toEqual({ available: 600, held: 400, bonus: 0 });
    const holds = await world.query(
      "SELECT user_id, amount FROM holds WHERE subject_kind = 'payout' AND subject_id = $1 AND outcome IS NULL",
      [String(payout.id)],
    );
    expect(holds).toEqual([{ user_id: player.user.id, amount: 400 }]);
    expect((await player.get('/tap/payout-history')).body).toEqual([payout]);
    expect(await termsOf(player)).toMatchObject({
      ...{ cashable: 600, available: 600, held: 400, reason: 'PAYOUT_OPEN', rate: 90, waits_until: null },
      ...{ minimum: 10, maximum: 50_000, young: [], owed: 0 },
      holds: [{ kind: 'payout', count: 1, bid_points: 400, name: null }],
    });
  });

  it('W14 flags an account name that is not the full name, for operators', async () => {
    const operator = await world.operator();
    for (const [given, differs] of [
      ['Someone Else', true],
      ['ADÀEZE test', false],
    ] as const) {
      const player = await world.player(100);
      await world.query('UPDATE users SET full_name = $2 WHERE id = $1', [player.user.id, 'Test Adaeze']);
      const { body } = await world.request(player, 20, { account_name: given });
      const admin = (await operator.get(`/admin/payouts/${body.payout.id}`)).body;
      expect([admin.name_differs, admin.account_number]).toEqual([differs, '0123456789']);
    }
  });
});

describe('W3 a payout is refused', () => {
  it('X4, S6 without a PIN, without one that is set, and with a wrong one', async () => {
    const player = await world.player(100);
    expect(refusal(await world.request(player, 20, { pin: undefined }))).toEqual([400, 'PIN_NEEDED']);
    expect(refusal(await world.request(player, 20, { pin: '9999' }))).toEqual([
      400,
      'WRONG_PIN',
      { tries_left: 4 },
    ]);
    const without = await world.app.signIn({ coins: 100 });
    expect(refusal(await world.request(without, 20))).toEqual([409, 'PIN_NOT_SET']);
    expect((await termsOf(without)).reason).toBe('PIN_NOT_SET');
    await world.query(
      "UPDATE pins SET wrong_tries = 5, locked_until = now() + interval '1 hour' WHERE user_id = $1",
      [player.user.id],
    );
    expect(refusal(await world.request(player, 20)).slice(0, 2)).toEqual([423, 'PIN_LOCKED']);
    expect((await termsOf(player)).reason).toBe('PIN_LOCKED');
    expect(await world.balances(player)).toEqual({ available: 100, held: 0, bonus: 0 });
  });

  it('S6, W8 for 24 hours after a change of credentials, with the time from which it is possible', async () => {
    const player = await world.player(100);
    await changeCredentials(player, 23);
    const { waits_until: until, reason } = await termsOf(player);
    expect([reason, Date.parse(until ?? '') > Date.now()]).toEqual(['WAITING_PERIOD', true]);
    const refused = await world.request(player, 20);
    expect(refusal(refused)).toEqual([409, 'WAITING_PERIOD', { waits_until: until }]);
    await changeCredentials(player, 24.1);
    expect(await termsOf(player)).toMatchObject({ reason: null, waits_until: null });
    expect((await world.request(player, 20)).status).toBe(200);
  });

  it('W5 while coins are owed, and while another payout is open', async () => {
    const player = await world.player(100);
    await owe(player, 30);
    expect(refusal(await world.request(player, 20))).toEqual([409, 'OWES_COINS', { owed: 30 }]);
    expect(await termsOf(player)).toMatchObject({ reason: 'OWES_COINS', owed: 30 });
    // A credit repays it from the available coins.
    await world.give(player, 5);
    const id = await world.requested(player, 20);
    expect(refusal(await world.request(player, 20))).toEqual([409, 'PAYOUT_OPEN']);
    const operator = await world.operator();
    await world.decide(operator, id, 'approve');
    expect(refusal(await world.request(player, 20))).toEqual([409, 'PAYOUT_OPEN']);
    await world.decide(operator, id, 'pay', { bank_reference: 'GTB-1' });
    expect((await world.request(player, 20)).status).toBe(200);
  });

  it('W14 below 10 and above 50,000 coins; both are settings', async () => {
    const player = await world.player(60_000);
    const limits = { minimum: 10, maximum: 50_000 };
    for (const coins of [1, 9, 50_001])
      expect(refusal(await world.request(player, coins))).toEqual([409, 'PAYOUT_LIMIT', limits]);
    await changeSetting(world.app.deps, 'payoutMaxCoins', 60);
    expect(refusal(await world.request(player, 61))).toEqual([
      409,
      'PAYOUT_LIMIT',
      { minimum: 10, maximum: 60 },
    ]);
    await changeSetting(world.app.deps, 'payoutMaxCoins', 50_000);
    expect((await world.request(player, 50_000)).status).toBe(200);
  });

  it('to a closed or unknown bank', async () => {
    const player = await world.player(100);
    for (const bank of ['heritage', 'diamond']) {
      const { status, body } = await world.request(player, 20, { bank_name: bank });
      expect([status, body.code, body.message]).toEqual([
        409,
        'BANK_CLOSED',
        expect.stringContaining('Closed'),
      ]);
    }
    expect(refusal(await world.request(player, 20, { bank_name: 'nobank' }))).toEqual([
      404,
      'BANK_NOT_FOUND',
    ]);
    for (const number of ['123456789', '01234567890', '012345678a'])
      expect((await world.request(player, 20, { account_number: number })).status).toBe(400);
  });
});

describe('W3 what can be paid out', () => {
  it('L6 is neither bonus coins nor what was bought in the last 72 hours, and says when it will be', async () => {
    const player = await world.player(60, { bonus: 50 });
    await world.buy(player, 40, 73);
    await world.buy(player, 300, 71);
    await world.buy(player, 700);
    const terms = await termsOf(player);
    expect(terms).toMatchObject({
      ...{ cashable: 100, available: 1_100, bonus: 50, reason: null },
      young: [{ bid_points: 300 }, { bid_points: 700 }],
    });
    const hoursLeft = (Date.parse(terms.young[1]?.until ?? '') - Date.now()) / 3_600_000;
    expect(Math.round(hoursLeft)).toBe(72);
    expect(refusal(await world.request(player, 101))).toEqual([409, 'NOT_ENOUGH_COINS', { cashable: 100 }]);
    expect((await world.request(player, 100)).status).toBe(200);
  });

  it('X17 the youngest coins are spent first; a refund restores them, and a hold and its release change nothing', async () => {
    const player = await world.player(100);
    const left = async () => {
      const { cashable, young } = await termsOf(player);
      return [cashable, ...young.map(({ bid_points }) => bid_points)];
    };
    await world.buy(player, 1_000, 48);
    await world.buy(player, 500);
    expect(await left()).toEqual([100, 1_000, 500]);
    await world.spend(player, 600);
    expect(await left()).toEqual([100, 900]);
    await world.refund(player, 600);
    expect(await left()).toEqual([100, 1_000, 500]);
    await world.give(player, 50);
    const id = await world.requested(player, 150);
    expect(await left()).toEqual([0, 1_000, 500]);
    await world.decide(await world.operator(), id, 'reject', { reason: 'A test' });
    expect(await left()).toEqual([150, 1_000, 500]);
    await world.spend(player, 1_520);
    expect(await left()).toEqual([130]);
  });
});

it('X17 a friend who receives bought coins cannot cash them out before they are old', async () => {
  const [buyer, friend] = [await world.player(0), await world.player(20)];
  await world.buy(buyer, 1_000);
  const address = friend.user.walletAddress;
  const sent = await buyer.post('/user/send-bid-points', { recipientWallet: address, amount: 900, pin: PIN });
  expect(sent.status).toBe(200);
  const terms = await termsOf(friend);
  expect(terms).toMatchObject({ cashable: 20, available: 920, young: [{ bid_points: 900 }] });
  expect(terms.young).toEqual([{ bid_points: 900, until: (await termsOf(buyer)).young[0]?.until }]);
  expect(refusal(await world.request(friend, 21))).toEqual([409, 'NOT_ENOUGH_COINS', { cashable: 20 }]);
  expect((await world.request(friend, 20)).status).toBe(200);
});

describe('P6 the same key', () => {
  it('W14 in parallel holds the coins once and returns one reply; another body is refused', async () => {
    const player = await world.player(1_000);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => world.request(player, 100, {}, 'one-intent')),
    );
    for (const { status, body } of replies) expect([status, body]).toEqual([200, replies[0]?.body]);
    expect(await world.balances(player)).toEqual({ available: 900, held: 100, bonus: 0 });
    expect((await world.request(player, 101, {}, 'one-intent')).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    // The PIN is not part of the stored request.
    const stored = await world.query<{ reply: string }>(
      "SELECT reply::text FROM stored_replies WHERE user_id = $1 AND route = 'tradeConfirm/payout'",
      [player.user.id],
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.reply).not.toContain('"pin"');
    expect(stored[0]?.reply).not.toContain('0123456789');
    // W14: without a key they open one payout, too.
    const other = await world.player(1_000);
    const tries = await Promise.all(Array.from({ length: 5 }, () => world.request(other, 100)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(await world.balances(other)).toEqual({ available: 900, held: 100, bonus: 0 });
    expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  });
});

describe('W3 the account number', () => {
  it('is in no line of the log, whether a payout is accepted, refused or invalid', async () => {
    const [player, operator] = [await world.player(100), await world.operator()];
    const number = '2087654321';
    const refused = [
      await world.request(player, 20, { account_number: `${number}9` }),
      await world.request(player, 20, { account_number: number, bank_name: 'heritage' }),
      await world.request(player, 101, { account_number: number }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 409, 409]);
    const { body } = await world.request(player, 20, { account_number: number });
    await world.decide(operator, body.payout.id, 'approve');
    expect(lines.join('')).toContain('/tradeConfirm/payout');
    expect(lines.join('')).not.toContain(number);
  });
});
