import { CardProvider } from '@copup/testkit/card-provider.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  findTransfer,
  listProviderBanks,
  listSettlements,
  openVirtualAccount,
  type Provider,
  ProviderRefused,
  ProviderUnknown,
  readAccountName,
  readTransaction,
  sendTransfer,
} from './provider-api.ts';

/** The client of the provider's API and the stand-in of tests agree on what each call means. */
let standIn: CardProvider;
let provider: Provider;
beforeAll(async () => {
  standIn = await CardProvider.start();
  provider = { apiUrl: standIn.url, secretKey: CardProvider.secretKey };
});
afterAll(() => standIn.close());

it('W18 opens one account for a reference, and describes what was paid into it', async () => {
  const asked = { txRef: 'one', amountKobo: 990_050, email: 'ada@copup.test', minutes: 30 };
  const account = await openVirtualAccount(provider, asked);
  expect(await openVirtualAccount(provider, asked)).toEqual(account);
  const paidAt = new Date('2026-11-02T10:00:00Z');
  const { event, data } = standIn.payIn('one', { sender: 'OKONKWO ADAEZE', paidAt, sessionId: 'S-1' });
  expect([event, data.tx_ref, data.amount]).toEqual(['charge.completed', 'one', 9_900.5]);
  expect(await readTransaction(provider, String(data.id))).toEqual({
    id: String(data.id),
    txRef: 'one',
    amountKobo: 990_050,
    currency: 'NGN',
    result: 'successful',
    sender: { name: 'OKONKWO ADAEZE', account: '******1234', bank: 'Access Bank' },
    sessionId: 'S-1',
    paidAt,
  });
  await expect(readTransaction(provider, '1')).rejects.toThrow(ProviderRefused);
});

it('W19 sends one transfer for a reference, whose outcome changes', async () => {
  const account = { bankCode: '044', accountNumber: '0690000031' };
  standIn.names.set('044:0690000031', 'ADA OKONKWO');
  expect(await readAccountName(provider, account)).toBe('ADA OKONKWO');
  await expect(readAccountName(provider, { ...account, bankCode: '058' })).rejects.toThrow(ProviderRefused);
  const asked = { ...account, reference: 'payout-1', amountKobo: 500_000 };
  standIn.failNext('/transfers', 'lost');
  await expect(sendTransfer(provider, asked)).rejects.toThrow(ProviderUnknown);
  await expect(sendTransfer(provider, asked)).rejects.toThrow('already exists');
  expect(await findTransfer(provider, 'payout-1')).toMatchObject({ amountKobo: 500_000, result: 'open' });
  standIn.endTransfer('payout-1', 'FAILED', 'account closed');
  expect(await findTransfer(provider, 'payout-1')).toMatchObject({
    result: 'failed',
    message: 'account closed',
  });
  standIn.failNext('/transfers', 'unavailable');
  await expect(sendTransfer(provider, { ...asked, reference: 'payout-2' })).rejects.toThrow(ProviderUnknown);
  expect(await findTransfer(provider, 'payout-2')).toBeUndefined();
});

it('W19 W20 lists banks, and the settlements of some days over all pages', async () => {
  expect(await listProviderBanks(provider)).toContainEqual({ code: '044', name: 'Access Bank' });
  for (let day = 1; day <= 25; day += 1) {
    const due_date = `2026-11-${String(day).padStart(2, '0')}T12:00:00.000Z`;
    standIn.settlements.push({ id: day, gross_amount: 1_000, app_fee: 14, net_amount: 986, due_date });
  }
  const listed = await listSettlements(provider, { from: '2026-11-02', to: '2026-11-24' });
  expect(listed.map(({ id }) => Number(id))).toEqual(Array.from({ length: 23 }, (_, nth) => nth + 2));
  expect(listed[0]).toMatchObject({ grossKobo: 100_000, feeKobo: 1_400, netKobo: 98_600 });
});
