import { expect, it } from 'vitest';
import { sharedBrowser } from '../support/shared-browser.ts';
import { findFirstViewErrors } from './first-view-errors.ts';

const hash = '9f2c41ab77e0d31c';
const gold = (name: string) => `<button class="bg-coin">${name}</button>`;
const cases: readonly [string, string, string[]][] = [
  ['one gold action', gold('Join'), []],
  ['the same action on equal cards', gold('Join 5') + gold('Join 1,200'), []],
  ['two gold actions', gold('Join') + gold('Claim'), ['more than one gold action: Join, Claim']],
  ['a gold action in a bar', `${gold('Join')}<p class="fixed">${gold('Claim')}</p>`, []],
  ['a gold action below a dialog', `${gold('Join')}<dialog open>${gold('Claim')}</dialog>`, []],
  ['a grey button', '<button disabled>Pay</button>', ['grey button without a reason: Pay']],
  ['its reason', '<button disabled aria-describedby="why">Pay</button><p id="why">Sold out</p>', []],
  [
    'an invisible reason',
    '<button disabled aria-describedby="why">Pay</button><p id="why" hidden>Sold out</p>',
    ['grey button without a reason: Pay'],
  ],
  [
    'a field that says what to enter',
    '<form><input aria-describedby="why"><p id="why">Enter your PIN.</p><button disabled>Pay</button></form>',
    [],
  ],
  ['a reason as its name', '<button disabled>Resend in 0:42</button>', []],
  ['a note about the network', '<p>You’re offline.</p><button disabled>Pay</button>', []],
  ['a hash', `<p>${hash}</p>`, [`hash in the first view: ${hash}`]],
  ['a hash below the first view', `<p style="margin-top:2000px">${hash}</p>`, []],
  ['a UUID', '<p>01935b1e-0000-7000-8000-000000000001</p>', [expect.stringContaining('01935b1e')]],
];

it('finds what a first view must not have', async () => {
  const page = await (await sharedBrowser()).newPage();
  for (const [name, html, errors] of cases) {
    await page.setContent(html);
    expect(await findFirstViewErrors(page), name).toEqual(errors);
  }
  await page.close();
});
