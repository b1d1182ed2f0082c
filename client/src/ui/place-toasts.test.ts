import { expect, it } from 'vitest';
import { topOfToasts } from './place-toasts.ts';

const header = { top: 8, bottom: 60 };
const dockPx = 500;

it('toasts are above the dock, below the header or below the price, wherever there is a free place', () => {
  expect(topOfToasts(60, dockPx, [header, { top: 300, bottom: 400 }])).toBe(432);
  expect(topOfToasts(60, dockPx, [header, { top: 390, bottom: 450 }])).toBe(68);
  expect(topOfToasts(200, dockPx, [header, { top: 90, bottom: 150 }])).toBe(292);
  expect(topOfToasts(60, 200, [header, { top: 70, bottom: 125 }])).toBe(132);
  expect(topOfToasts(300, 400, [header, { top: 200, bottom: 250 }])).toBe(92);
});
