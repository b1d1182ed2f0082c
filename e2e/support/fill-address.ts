import type { Page } from 'playwright-core';

export const address = {
  Phone: '0803 555 4471',
  'Street and house number': '12 Broad Street',
  City: 'Ikeja',
} as const;

/** Fills in the address of a checkout; the name is that of the account. */
export async function fillAddress(page: Page): Promise<void> {
  for (const [label, text] of Object.entries(address))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('State', { exact: true }).selectOption('Lagos');
}
