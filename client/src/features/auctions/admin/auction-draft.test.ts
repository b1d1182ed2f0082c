import type { AdminAuction } from '@copup/shared/auctions.ts';
import { describe, expect, it } from 'vitest';
import { fromLocalInput, toLocalInput } from '../../../console/local-time.ts';
import { type AuctionFields, auctionDraft } from './auction-draft.ts';

const { errorsOfFields, readDraft, readEdit, toCopy, toFields } = auctionDraft;

const empty = toFields(undefined, Date.parse('2030-01-02T03:04:05Z'));
const fields: AuctionFields = {
  ...empty,
  name: ' A TV ',
  price: '150000',
  entry_bid_points: '5',
  end_date: '2030-01-02T03:04:05',
};
const auction = {
  status: 'pending',
  name: 'A TV',
  description: '',
  category: 'product',
  price: 150_000,
  entry_bid_points: 4,
  bid_increment: 1,
  reserve_points: 0,
  buy_now_points: null,
  minimum_entries: 0,
  target_users: 0,
  is_starter: false,
  reward_bid_points: 0,
  starts_at: '2030-01-01T00:00:00.000Z',
  end_date: new Date(Date.parse('2030-01-02T03:04:05') + 400).toISOString(),
  hard_end: new Date(Date.parse('2030-01-02T03:04:05') + 900_400).toISOString(),
} as AdminAuction;

describe('the form of an auction', () => {
  it('omits empty fields, for the server’s defaults, and reads times of Lagos', () => {
    expect(readDraft(fields)).toEqual({
      name: 'A TV',
      description: '',
      category: 'product',
      price: 150_000,
      entry_bid_points: 5,
      is_starter: false,
      starts_at: undefined,
      end_date: '2030-01-02T02:04:05.000Z',
    });
  });

  it('sends only changed fields of a pending auction, none if nothing changed, and only the texts of a live one', () => {
    expect(readEdit(toFields(auction, 0), auction)).toEqual({});
    expect(toFields(auction, 0).overtime_s).toBe('900');
    const edited = { ...toFields(auction, 0), description: 'New', entry_bid_points: '5', overtime_s: '60' };
    expect(readEdit(edited, auction)).toEqual({ description: 'New', entry_bid_points: 5, overtime_s: 60 });
    expect(readEdit(edited, { ...auction, status: 'active' })).toEqual({ description: 'New' });
  });

  it('of a copy has the terms, and its times later by as much that it starts at the first moment', () => {
    const firstMs = Date.parse('2030-03-01T12:00:00Z');
    const copy = toCopy(auction, firstMs);
    expect(errorsOfFields(copy, false)).toEqual({});
    const { starts_at, end_date, ...terms } = readDraft(copy) as Record<string, unknown>;
    expect([starts_at, end_date]).toEqual(['2030-03-01T12:00:00.000Z', '2030-03-02T15:04:05.000Z']);
    expect(terms).toMatchObject({ name: 'A TV', price: 150_000, entry_bid_points: 4, overtime_s: 900 });
    expect(Object.keys(terms)).not.toEqual(expect.arrayContaining(['id', 'status', 'hard_end']));
    // A start in the future stays.
    expect(toCopy(auction, 0).starts_at).toBe(toLocalInput(auction.starts_at));
  });

  it('of a copy has the overtime of the settings once late bids may have used that of the auction', () => {
    expect(toCopy({ ...auction, seq: 3 }, 0).overtime_s).toBe('');
  });

  it('A13 a buy-now price is above the reserve and the first bid; emptied, it is withdrawn', () => {
    const of = (buy_now_points: string, over: Partial<AuctionFields> = {}) =>
      errorsOfFields({ ...fields, buy_now_points, ...over }, false).buy_now_points;
    expect(of('')).toBeUndefined();
    expect(of('2')).toBeUndefined();
    expect(of('1')).toBe('Enter more than the first bid of 1.');
    expect(of('30', { bid_increment: '30' })).toBe('Enter more than the first bid of 30.');
    expect(of('30', { reserve_points: '30' })).toBe('Enter more than the reserve of 30.');
    const offered = { ...auction, buy_now_points: 40 };
    expect(toFields(offered, 0).buy_now_points).toBe('40');
    expect(readEdit({ ...toFields(offered, 0), buy_now_points: '' }, offered)).toEqual({
      buy_now_points: null,
    });
  });

  it('validates the input before it is sent, and accepts a price with commas', () => {
    expect(errorsOfFields(fields, false)).toEqual({});
    const wrong = {
      ...fields,
      name: ' ',
      price: '12.5',
      entry_bid_points: '',
      bid_increment: '0',
      starts_at: '2031-01-01T00:00:00',
    };
    expect(errorsOfFields(wrong, false)).toEqual({
      name: 'Enter a name.',
      price: 'Enter a whole number from 0 to 1,000,000,000,000.',
      entry_bid_points: 'Needed',
      bid_increment: 'Enter a whole number from 1 to 1,000,000,000.',
      end_date: 'The end must be after the start.',
    });
    expect(errorsOfFields(wrong, true)).toEqual({ name: 'Enter a name.' });
    const picture = new File(['GIF89a'], 'a.gif', { type: 'image/gif' });
    expect(errorsOfFields({ ...fields, image: picture }, true)).toEqual({ image: 'PNG, JPEG or WebP only' });
    const typed = { ...fields, price: '1,450,000', entry_bid_points: '1 400' };
    expect(errorsOfFields(typed, false)).toEqual({});
    expect(readDraft(typed)).toMatchObject({ price: 1_450_000, entry_bid_points: 1_400 });
    expect(errorsOfFields({ ...typed, price: '1,45' }, false)).toHaveProperty('price');
  });

  it('converts times to input values and back', () => {
    expect(fromLocalInput(toLocalInput('2025-06-07T08:09:10.000Z'))).toBe('2025-06-07T08:09:10.000Z');
    expect(fromLocalInput('')).toBeUndefined();
    expect(fromLocalInput('soon')).toBeUndefined();
  });
});
