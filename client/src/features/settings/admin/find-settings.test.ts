import type { Setting } from '@copup/shared/admin.ts';
import { expect, it } from 'vitest';
import { findSettings } from './find-settings.ts';

const setting = (id: string, rest: Partial<Setting>): Setting => ({
  ...{ id, name: id, group: 'Auctions', rule: 'A3', description: '', effect: '{}', effect_off: null },
  ...{ unit: '', weaker_if: null, is_secret: false, updated_at: null, value: 1, default_value: 1 },
  ...rest,
});
const all = [
  setting('bidIncrement', {
    name: 'Bid increment',
    description: 'The first bid must be at least 20 coins',
    value: 20,
  }),
  setting('spinPasscode', { name: 'Passcode', group: 'Spin', rule: 'B5', value: '••••', default_value: '' }),
  setting('payoutMinCoins', { name: 'Smallest payout', group: 'Payouts', rule: 'W14' }),
];
const ids = (wanted: Parameters<typeof findSettings>[1]) => findSettings(all, wanted).map(({ id }) => id);

it.each([
  ['', ['bidIncrement', 'spinPasscode', 'payoutMinCoins']],
  ['first 20', ['bidIncrement']],
  ['SPINPASS', ['spinPasscode']],
  ['w14', ['payoutMinCoins']],
  ['payout bid', []],
])('O1 finds settings by all words of %j', (text, found) => {
  expect(ids({ text })).toEqual(found);
});

it('O1 finds the settings of a group, and those that have not the default', () => {
  expect(ids({ group: 'Spin' })).toEqual(['spinPasscode']);
  expect(ids({ which: 'changed' })).toEqual(['bidIncrement', 'spinPasscode']);
  expect(ids({ which: 'changed', group: 'Payouts' })).toEqual([]);
});
