import { recordKind } from '@copup/shared/records.ts';
import type { AdminTrader } from '@copup/shared/trades.ts';
import { describe, expect, it } from 'vitest';
import { changedFields } from './draft.ts';
import { errorsOfTexts, type RecordTexts, readTexts, toCopy, toTexts } from './record-fields.ts';

const trader: Partial<AdminTrader> = {
  ...{ id: 4, name: 'Fast Coins', user_id: null, price: 96.5, min: 10, max: 5_000, is_active: false },
  ...{ payment_method: 'Bank transfer', bank_name: 'OPay' },
  ...{ account_name: 'Fast Coins Ltd', account_number: '0123456789' },
};
const kind = recordKind('trader');
const changedBy = (texts: RecordTexts) =>
  changedFields(
    readTexts(kind, { ...toTexts(kind, trader), ...texts }),
    readTexts(kind, toTexts(kind, trader)),
  );

describe('O3 the form of a record', () => {
  it('sends the fields that were changed', () => {
    expect(changedBy({})).toEqual({});
    expect(changedBy({ price: '1,096.50', is_active: 'yes' })).toEqual({ price: 1_096.5, is_active: true });
    expect(changedBy({ name: ' Fast Coins ', user_id: '  ' })).toEqual({});
  });

  it('sends all fields of a new record, in the form that the server stores', () => {
    const fixture = recordKind('fixture');
    const texts = { team_a: '101', team_b: '102', kickoff: '2026-11-24T19:30:00' };
    expect(readTexts(fixture, texts)).toEqual({
      team_a: 101,
      team_b: 102,
      kickoff: '2026-11-24T18:30:00.000Z',
    });
    const bank = recordKind('bank');
    const entered = { ...toTexts(bank, undefined), code: 'kuda', name: 'Kuda', note: ' ' };
    expect(readTexts(bank, entered)).toEqual({ code: 'kuda', name: 'Kuda', is_open: true, note: null });
  });

  it('of a copy has the fields of the record, but neither its state nor its times', () => {
    const post = { id: 7, category: 'Wallet', title: 'Fees', description: 'None', is_published: true };
    expect(toCopy(recordKind('post'), { ...post, created_at: '2026-11-24T18:30:00.000Z' })).toEqual({
      ...{ category: 'Wallet', title: 'Fees', description: 'None', is_published: 'no' },
    });
    const fixture = { team_a: { id: 1 }, team_b: { id: 2 }, kickoff: '2026-11-24T18:30:00.000Z' };
    expect(toCopy(recordKind('fixture'), fixture)).toEqual({ team_a: '1', team_b: '2', kickoff: '' });
    expect(toCopy(recordKind('task'), { title: 'Follow us', is_active: false })).toMatchObject({
      ...{ title: 'Follow us', is_active: 'yes' },
    });
  });

  it('keeps the seconds of a time that it shows', () => {
    const fixture = recordKind('fixture');
    const record = { team_a: { id: 1 }, team_b: { id: 2 }, kickoff: '2026-11-24T18:30:00.123Z' };
    const shown = toTexts(fixture, record);
    expect(shown).toEqual({ team_a: '1', team_b: '2', kickoff: '2026-11-24T19:30:00' });
    expect(changedFields(readTexts(fixture, shown), readTexts(fixture, toTexts(fixture, record)))).toEqual(
      {},
    );
  });

  it.each([
    ['min', '0', 'Enter a whole number from 1 to 1,000,000,000.'],
    ['price', '0', 'Enter naira, with at most two decimals.'],
    ['name', ' ', 'Enter a text.'],
    ['account_number', '012345678', 'An account number has 10 digits.'],
    ['user_id', 'ada', 'Enter the id of a user, or nothing.'],
  ])('shows the error of %s “%s”', (field, text, error) => {
    expect(errorsOfTexts(kind, { ...toTexts(kind, trader), [field]: text })).toEqual({ [field]: error });
  });
});
