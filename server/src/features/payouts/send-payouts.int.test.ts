import type { SendingState } from '@copup/shared/payout-sending.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { openPayoutWorld, type PayoutWorld } from '../../../test/payout-world.ts';
import { setRisk } from '../../../test/set-risk.ts';
import { auditLedger } from '../../audit.ts';
import { sendPayouts } from './send-payouts.ts';
import { askForOutcomes } from './settle-sending.ts';
import { synchroniseBanks } from './synchronise-banks.ts';

let provider: CardProvider;
let world: PayoutWorld;
/** Another server on the same database. */
let other: TestApp;
let operator: SignedInClient;
beforeAll(async () => {
  provider = await CardProvider.start();
  const options = { env: provider.env({ confirms: true }), overrides: { limitRules: noLimits } };
  world = await openPayoutWorld(options);
  other = await startApp({ ...options, database: world.app.database });
  operator = await world.operator();
  await synchroniseBanks(world.app.deps);
  await changeSetting(world.app.deps, 'payoutSending', true);
});
afterAll(async () => {
  expect((await auditLedger(world.app.deps.db)).errors).toEqual([]);
  await other?.close();
  await world?.app.close();
  await provider?.close();
});
beforeEach(() => {
  provider.isDown = false;
  provider.refusesTransfers = undefined;
  provider.requests.length = 0;
});

interface Approved {
  player: SignedInClient;
  id: number;
}
async function approved(coins = 100): Promise<Approved> {
  const player = await world.player(500);
  const id = await world.requested(player, coins);
  expect((await world.decide(operator, id, 'approve')).status).toBe(200);
  return { player, id };
}
const send = () => sendPayouts(world.app.deps);
const itemOf = async ({ id }: Approved): Promise<AdminPayout> =>
  (await operator.get(`/admin/payouts/${id}`)).body;
const stateOf = async (payout: Approved): Promise<[string, SendingState | undefined]> => {
  const { status, sending } = await itemOf(payout);
  return [status, sending?.state];
};
const referenceOf = async (payout: Approved) => String((await itemOf(payout)).sending?.reference);
const requested = () => provider.requests.filter((url) => url === '/v3/transfers').length;
const availableOf = async ({ player }: Approved) => (await world.balances(player))?.available;
/** Lets the time of the sending pass: it is asked for now, and was started some minutes before. */
const pass = ({ id }: Approved, minutes: number) =>
  world.app.asOwner(`ALTER TABLE payout_sendings DISABLE TRIGGER payout_sendings_guard;
    UPDATE payout_sendings SET started_at = started_at - interval '${minutes} minutes', asked_at = started_at - interval '60 minutes'
      WHERE payout_id = ${id};
    ALTER TABLE payout_sendings ENABLE TRIGGER payout_sendings_guard`);
const ask = async (payout: Approved, minutes = 1) => {
  await pass(payout, minutes);
  await askForOutcomes(world.app.deps);
};
const byHand = async ({ id }: Approved, action: 'pay' | 'return') => {
  const body = action === 'pay' ? { bank_reference: `HAND-${id}` } : { reason: 'The account is closed' };
  const { status, body: reply } = await world.decide(operator, id, action, body);
  return [status, reply.code ?? reply.status];
};
const payoutNotices = async ({ player }: Approved) =>
  (await player.get('/user/notifications')).body.items
    .filter(({ kind }: { kind: string }) => kind === 'payout')
    .map(({ details }: { details: { status: string } }) => details.status);

/** When it is due, in hours after its request or the change of its sending. */
const dueHours = async (payout: Approved, since: 'created_at' | 'changed_at') => {
  const [row] = await world.query<{ hours: number }>(
    `SELECT (extract(epoch FROM $2 - ${since === 'created_at' ? 'p' : 's'}.${since}) / 3600)::float8 AS hours
      FROM payouts p LEFT JOIN payout_sendings s ON s.payout_id = p.id WHERE p.id = $1`,
    [payout.id, new Date((await itemOf(payout)).due_at ?? 0)],
  );
  return row?.hours;
};

describe('W19 the provider', () => {
  it('sends an approved payout once, on two servers, and its event pays it once', async () => {
    const payout = await approved();
    expect(await dueHours(payout, 'created_at')).toBeCloseTo(24, 3);
    await changeSetting(world.app.deps, 'payoutDueHours', 6);
    expect(await dueHours(payout, 'created_at')).toBeCloseTo(6, 3);
    await changeSetting(world.app.deps, 'payoutDueHours', 24);
    await Promise.all([send(), sendPayouts(other.deps), send(), sendPayouts(other.deps)]);
    expect(requested()).toBe(1);
    const reference = await referenceOf(payout);
    expect(reference).toMatch(new RegExp(`^payout-${payout.id}-`));
    expect(provider.transfers.get(reference)).toMatchObject({
      ...{ account_bank: '058', account_number: '0123456789', amount: 9_000, currency: 'NGN' },
    });
    expect(await stateOf(payout)).toEqual(['approved', 'accepted']);
    const [own] = (await payout.player.get('/tap/payout-history')).body;
    expect([own.status, own.sent_at]).toEqual(['approved', expect.any(String)]);

    const event = provider.endTransfer(reference, 'SUCCESSFUL');
    const replies = await Promise.all(
      [world.app, other, world.app, other].map(({ url }) => provider.deliver(url, event)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(replies.map(({ body }) => body.message).sort()).toEqual(['ignored', 'ignored', 'ignored', 'paid']);
    const paid = await itemOf(payout);
    expect(paid).toMatchObject({ status: 'paid', bank_reference: paid.sending?.provider_id });
    expect(paid.sending).toMatchObject({ state: 'paid', contradiction: null });
    expect(await payoutNotices(payout)).toEqual(['paid', 'approved']);
    await send();
    expect(requested()).toBe(1);
  });

  it('returns the coins once when the transfer failed, also without its event', async () => {
    const payout = await approved(200);
    await send();
    provider.endTransfer(await referenceOf(payout), 'FAILED', 'DISBURSE FAILED: account closed');
    await pass(payout, 1);
    await Promise.all([askForOutcomes(world.app.deps), askForOutcomes(other.deps)]);
    expect(await stateOf(payout)).toEqual(['returned', 'failed']);
    expect(await availableOf(payout)).toBe(500);
    expect(await itemOf(payout)).toMatchObject({
      reason: 'The bank did not accept the transfer.',
      sending: { message: 'DISBURSE FAILED: account closed' },
    });
    expect(await payoutNotices(payout)).toEqual(['returned', 'approved']);
  });

  it('is believed by its API, not by its events', async () => {
    const payout = await approved();
    await send();
    const event = provider.endTransfer(await referenceOf(payout), 'SUCCESSFUL');
    expect((await provider.deliver(world.app.url, event, { reference: 'payout-1-x' })).body).toEqual({
      message: 'ignored',
    });
    provider.isDown = true;
    expect((await provider.deliver(world.app.url, event)).status).toBe(503);
    expect(await stateOf(payout)).toEqual(['approved', 'accepted']);
    provider.isDown = false;
    // The event says that it failed.
    expect((await provider.deliver(world.app.url, event, { status: 'FAILED' })).body.message).toBe('paid');
    expect(await stateOf(payout)).toEqual(['paid', 'paid']);
  });
});

describe('W19 an unknown outcome', () => {
  it('stays on its way, is asked for and never sent again', async () => {
    const payout = await approved();
    provider.failNext('/transfers', 'lost');
    await send();
    expect(await stateOf(payout)).toEqual(['approved', 'asked']);
    await send();
    await sendPayouts(other.deps);
    expect(requested()).toBe(1);
    expect(await byHand(payout, 'pay')).toEqual([409, 'PAYOUT_SENDING']);
    expect(await byHand(payout, 'return')).toEqual([409, 'PAYOUT_SENDING']);
    await ask(payout);
    expect(await stateOf(payout)).toEqual(['approved', 'accepted']);
    expect(await byHand(payout, 'return')).toEqual([409, 'PAYOUT_SENDING']);
    provider.endTransfer(await referenceOf(payout), 'SUCCESSFUL');
    await ask(payout);
    expect(await stateOf(payout)).toEqual(['paid', 'paid']);
    expect(requested()).toBe(1);
  });

  it('is left to operators when the provider does not know it for 10 minutes', async () => {
    const payout = await approved();
    provider.failNext('/transfers', 'unavailable');
    await send();
    await ask(payout);
    expect(await stateOf(payout)).toEqual(['approved', 'asked']);
    await ask(payout, 10);
    expect(await stateOf(payout)).toEqual(['approved', 'unclear']);
    // O1: a failed transfer goes back, or is paid by hand, within a day.
    expect(await dueHours(payout, 'changed_at')).toBeCloseTo(24, 3);
    await send();
    expect(requested()).toBe(1);
    expect(await byHand(payout, 'return')).toEqual([200, 'returned']);
    expect(await availableOf(payout)).toBe(500);
  });

  it('contradicts what an operator decided: it is recorded, and moves nothing', async () => {
    const payout = await approved();
    provider.failNext('/transfers', 'unavailable');
    await send();
    await ask(payout, 10);
    expect(await byHand(payout, 'return')).toEqual([200, 'returned']);
    // The request arrives at the provider after all.
    const reference = await referenceOf(payout);
    const late = {
      reference,
      account_bank: '058',
      account_number: '0123456789',
      amount: 9_000,
      currency: 'NGN',
    };
    provider.transfers.set(reference, { ...late, id: 4_711, status: 'NEW', complete_message: '' });
    const event = provider.endTransfer(reference, 'SUCCESSFUL');
    expect((await provider.deliver(world.app.url, event)).body.message).toBe('contradiction');
    expect((await provider.deliver(other.url, event)).body.message).toBe('ignored');
    expect(await itemOf(payout)).toMatchObject({
      status: 'returned',
      sending: { contradiction: 'Transfer 4711 is successful, and the payout is returned.' },
    });
    expect(await availableOf(payout)).toBe(500);
  });

  it('of three payouts stops further ones', async () => {
    provider.isDown = true;
    const payouts = [await approved(), await approved(), await approved(), await approved()];
    await send();
    await send();
    expect(requested()).toBe(3);
    provider.isDown = false;
    for (const payout of payouts.slice(0, 3)) await ask(payout, 10);
    await send();
    expect((await Promise.all(payouts.map(stateOf))).map(([, state]) => state)).toEqual([
      'unclear',
      'unclear',
      'unclear',
      'accepted',
    ]);
    for (const payout of payouts.slice(0, 3)) expect(await byHand(payout, 'pay')).toEqual([200, 'paid']);
  });

  it('is a transfer of another amount: an operator looks, and it is not paid', async () => {
    const payout = await approved();
    await send();
    const reference = await referenceOf(payout);
    Object.assign(provider.transfers.get(reference) ?? {}, { amount: 1 });
    await provider.deliver(world.app.url, provider.endTransfer(reference, 'SUCCESSFUL'));
    expect(await stateOf(payout)).toEqual(['approved', 'unclear']);
    expect((await itemOf(payout)).sending?.contradiction).toMatch(/ is of ₦1\.$/);
    expect(await byHand(payout, 'return')).toEqual([200, 'returned']);
  });
});

describe('W19 a refused transfer', () => {
  it('is paid or returned by hand when the provider knows none', async () => {
    const payout = await approved();
    provider.refusesTransfers = 'Insufficient funds in wallet';
    await send();
    expect(await itemOf(payout)).toMatchObject({
      status: 'approved',
      sending: { state: 'refused', message: 'Refused: Insufficient funds in wallet' },
    });
    expect((await payout.player.get('/tap/payout-history')).body[0].sent_at).toBe(null);
    expect(await dueHours(payout, 'changed_at')).toBeCloseTo(24, 3);
    await send();
    expect(requested()).toBe(1);
    expect(await byHand(payout, 'pay')).toEqual([200, 'paid']);
  });

  it('is on its way when the provider knows its reference', async () => {
    const payout = await approved();
    const [row] = await world.query<{ at: Date }>('SELECT created_at AS at FROM payouts WHERE id = $1', [
      payout.id,
    ]);
    const reference = `payout-${payout.id}-${row?.at.getTime().toString(36)}`;
    const known = {
      reference,
      account_bank: '058',
      account_number: '0123456789',
      amount: 9_000,
      currency: 'NGN',
    };
    provider.transfers.set(reference, { ...known, id: 4_712, status: 'NEW', complete_message: '' });
    await send();
    expect(await stateOf(payout)).toEqual(['approved', 'accepted']);
    provider.endTransfer(reference, 'SUCCESSFUL');
    await ask(payout);
    expect(await stateOf(payout)).toEqual(['paid', 'paid']);
  });

  it('whose reference cannot be looked up stays on its way', async () => {
    const payout = await approved();
    provider.refusesTransfers = 'Not now';
    provider.failNext('/transfers', Promise.resolve());
    provider.failNext('/transfers', 'unavailable');
    await send();
    expect(await stateOf(payout)).toEqual(['approved', 'asked']);
    expect(await byHand(payout, 'pay')).toEqual([409, 'PAYOUT_SENDING']);
    await ask(payout, 10);
    expect(await itemOf(payout)).toMatchObject({
      sending: { state: 'unclear', message: 'Refused: Not now The provider does not know this transfer.' },
    });
    expect(await byHand(payout, 'return')).toEqual([200, 'returned']);
  });
});

describe('W19 no payout is sent', () => {
  it('W5a while its player has a dispute or owes coins, read once more before the call', async () => {
    for (const risk of ['OPEN_DISPUTE', 'OWES_COINS'] as const) {
      const [held, next] = [await approved(), await approved()];
      await setRisk(world.app, held.player.user.id, risk);
      await send();
      expect([await stateOf(held), await stateOf(next)]).toEqual([
        ['approved', undefined],
        ['approved', 'accepted'],
      ]);
      await setRisk(world.app, held.player.user.id, null);
      await send();
      expect(await stateOf(held)).toEqual(['approved', 'accepted']);
    }
  });

  it('above the limits of an hour and a day; one that never fits is paid by hand', async () => {
    const { deps } = world.app;
    // Something was sent before: below it, a limit would be one that the payout never fits.
    await approved(30);
    await send();
    for (const key of ['payoutSendCoinsPerHour', 'payoutSendCoinsPerDay'] as const) {
      const standard = deps.settings.get(key);
      const payout = await approved(30);
      const [{ at } = { at: 0 }] = await world.query<{ at: number }>(
        `SELECT sum(p.bid_points)::int AS at FROM payout_sendings s JOIN payouts p ON p.id = s.payout_id WHERE s.state <> 'refused'`,
      );
      await changeSetting(deps, key, at + 29);
      await send();
      expect([await stateOf(payout), await byHand(payout, 'pay')]).toEqual([
        ['approved', undefined],
        [409, 'PAYOUT_SENDING'],
      ]);
      await changeSetting(deps, key, at + 30);
      await send();
      expect(await stateOf(payout)).toEqual(['approved', 'accepted']);
      const large = await approved(40);
      await changeSetting(deps, key, 39);
      await send();
      expect([await stateOf(large), await byHand(large, 'pay')]).toEqual([
        ['approved', 'refused'],
        [200, 'paid'],
      ]);
      await changeSetting(deps, key, standard);
    }
  });

  it('while the switch is off, to a bank that the provider does not list, nor when it was approved before', async () => {
    const { deps } = world.app;
    const waiting = await approved();
    await changeSetting(deps, 'payoutSending', false);
    const before = await approved();
    await send();
    expect(requested()).toBe(0);
    expect((await itemOf(waiting)).awaits_sending).toBe(false);
    await world.query(
      `UPDATE settings SET value = 'true', updated_at = clock_timestamp() WHERE key = 'payoutSending'`,
    );
    await send();
    expect(requested()).toBe(0);
    // Both may have been paid by hand meanwhile.
    for (const payout of [waiting, before]) expect(await byHand(payout, 'pay')).toEqual([200, 'paid']);

    const { banks } = provider;
    provider.banks = banks.filter(({ code }) => code !== '058');
    await synchroniseBanks(deps);
    const unlisted = await approved();
    await send();
    expect(requested()).toBe(0);
    expect(await byHand(unlisted, 'pay')).toEqual([200, 'paid']);
    provider.banks = banks;
    await synchroniseBanks(deps);
  });

  it('O3a while its return waits for a second operator; until it is sent, it can be returned', async () => {
    await changeSetting(world.app.deps, 'secondOperatorAboveCoins', 1_000_000);
    const payout = await approved();
    expect((await itemOf(payout)).awaits_sending).toBe(true);
    expect(await byHand(payout, 'pay')).toEqual([409, 'PAYOUT_SENDING']);
    await changeSetting(world.app.deps, 'secondOperatorAboveCoins', 0);
    const { status, body } = await world.decide(operator, payout.id, 'return', { reason: 'Closed' });
    expect(status).toBe(202);
    await send();
    expect(await stateOf(payout)).toEqual(['approved', undefined]);
    const second = await world.operator();
    const refusal = { reason: 'It is open' };
    expect((await second.post(`/admin/approvals/${body.approval_id}/reject`, refusal)).status).toBe(200);
    await changeSetting(world.app.deps, 'secondOperatorAboveCoins', 1_000_000);
    expect(await byHand(payout, 'return')).toEqual([200, 'returned']);
    await send();
    expect(requested()).toBe(0);
  });
});
