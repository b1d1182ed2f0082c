import { expect, it } from 'vitest';
import { initialsOf } from './avatar-initials.ts';
import { itemArtFor } from './item-art-kind.ts';

it.each([
  ['iPhone 15 Pro Max 256GB', 'product', 'phone'],
  ['Toyota Corolla 2012', 'product', 'car'],
  ['55-inch 4K smart TV', 'product', 'television'],
  ['PlayStation 5 with two pads', 'product', 'gamepad'],
  ['Bluetooth party speaker, 60W', 'product', 'speaker'],
  ['HP laptop, 14-inch screen', 'product', 'laptop'],
  ['3.5kVA petrol generator', 'product', 'generator'],
  ['₦200,000 cash', 'cash', 'coins'],
  ['Shopping coupon', 'coupon', 'coupon'],
  ['Rice cooker, 5 litres', 'product', 'cooker'],
  ['A cartload of yams', 'product', 'parcel'],
])('drawings for items without a picture draws %s as %s/%s', (name, category, kind) => {
  expect(itemArtFor(name, category)).toBe(kind);
});

it.each([
  ['Adaeze Okonkwo', 'AO'],
  ['tunde_balogun', 'TB'],
  ['zainab', 'ZA'],
  ['Ẹniọlá Ẹ.', 'ẸẸ'],
  ['', ''],
])('initials %s → %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
