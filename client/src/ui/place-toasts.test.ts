import { describe, expect, it } from 'vitest';
import { topOfToasts } from './place-toasts.ts';

const header = { top: 8, bottom: 60 };
const dockPx = 500;

describe('the place of toasts on a page with a dock', () => {
  it('is above the dock', () => {
    expect(topOfToasts(60, dockPx, [header, { top: 300, bottom: 400 }])).toBe(432);
  });
  it('is below the header if the price is above the dock', () => {
    expect(topOfToasts(60, dockPx, [header, { top: 390, bottom: 450 }])).toBe(68);
  });
  it('is below the price if that has scrolled below the header', () => {
    expect(topOfToasts(200, dockPx, [header, { top: 90, bottom: 150 }])).toBe(292);
    expect(topOfToasts(60, 200, [header, { top: 70, bottom: 125 }])).toBe(132);
  });
  it('is above the dock if there is no free place', () => {
    expect(topOfToasts(300, 400, [header, { top: 200, bottom: 250 }])).toBe(92);
  });
});
