import { expect, it } from 'vitest';
import { actionLines, askedAction, pageLines, settingLines } from './palette.ts';

const hit = (id: string, title: string) => ({ id, title, detail: '', realm: 0, image: null });
const groups = [
  { kind: 'user', hits: [hit('u1', 'Ada Obi')] },
  { kind: 'auction', hits: [hit('11004', 'Kettle'), hit('1004', 'Standing fan')] },
  { kind: 'contest', hits: [hit('1004', 'Tap race')] },
];
const linesOf = (text: string) => {
  const asked = askedAction(text);
  return asked && actionLines(asked, groups).map(({ title, path }) => [title, path]);
};

it('O1 the palette reads an action and its record, by number, name and kind', () => {
  expect(askedAction('cancel auction 1004')).toMatchObject({ kinds: ['auction'], record: '1004' });
  expect(askedAction('Cancel  standing fan')).toMatchObject({ record: 'standing fan' });
  expect(askedAction('cancel auction')).toMatchObject({
    kinds: ['auction', 'contest', 'heist'],
    record: 'auction',
  });
  for (const other of ['cancel', 'ada obi', 'cancelled 1004', '']) expect(askedAction(other)).toBeUndefined();
});

it('O1 an action opens the confirmation on the page of the record, the one with the number first', () => {
  expect(linesOf('cancel auction 1004')).toEqual([
    ['Cancel auction Standing fan', '/admin/auctions/1004?do=cancel'],
    ['Cancel auction Kettle', '/admin/auctions/11004?do=cancel'],
  ]);
  expect(linesOf('extend contest 1004')).toEqual([
    ['Move the end of contest Tap race', '/admin/contests/1004?do=extend'],
  ]);
  expect(linesOf('adjust ada')).toEqual([['Adjust the coins of user Ada Obi', '/admin/users/u1?do=adjust']]);
  expect(linesOf('approve 1004')).toEqual([]);
});

it('O1 the palette finds pages, forms of new subjects and settings by the beginning of a word', () => {
  const pages = [
    { name: 'Audit log', path: 'audit-log' },
    { name: 'Auctions', path: 'auctions' },
  ];
  const titles = (text: string) => pageLines(text, pages).map(({ title, path }) => [title, path]);
  expect(titles('log')).toEqual([['Audit log', '/admin/audit-log']]);
  expect(titles('new auc')).toEqual([['New auction', '/admin/auctions?do=new']]);
  expect(titles('og')).toEqual([]);
  const settings = [
    { id: 'payoutFeePercent', name: 'Share kept of a payout', description: 'Part of a payout that is kept' },
    { id: 'spinDailyBudget', name: 'Coins for spins', description: 'Coins that spins give a day' },
  ];
  const ids = (text: string) => settingLines(text, settings).map(({ id }) => id);
  expect([ids('fee'), ids('spind'), ids('coins'), ids('kept'), ids('ayout')]).toEqual([
    ['payoutFeePercent'],
    ['spinDailyBudget'],
    ['spinDailyBudget'],
    ['payoutFeePercent'],
    [],
  ]);
  expect(settingLines('fee', settings)[0]?.path).toBe('/admin/settings?do=payoutFeePercent');
});
