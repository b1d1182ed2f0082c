import { operatorPath, operatorPaths } from '@copup/shared/page-paths.ts';
import type { StatementLine } from '@copup/shared/reconciliation.ts';
import { describe, expect, it } from 'vitest';
import { desktop, phone } from '../support/browser.ts';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import { Stage } from './stage.ts';
import {
  closingOf,
  dayOf,
  lineOf,
  previewOf,
  proposalOf,
  reconciliationOf,
  recordOf,
} from './staged-bank.ts';
import { overviewOf } from './staged-overview.ts';
import { longName, ngozi } from './staged-page.ts';

const stage = new Stage();
const facts = reconciliationOf({
  ...{ last_closed_day: '2026-11-20', next_day: '2026-11-21', oldest_day: '2026-11-21' },
  ...{ open_lines: 2, proposed_lines: 3, exact_lines: 2, open_records: 1 },
});
const open = [
  lineOf(31, { sender: 'ZAINAB MUSA', narration: 'TRF COINS PLS', amount: 100_000 }),
  lineOf(32, { sender: '', narration: 'SMS ALERT CHARGES', amount: -4, reference: '' }),
];
const paid = recordOf({
  ...{ kind: 'payout', id: 7, item: { kind: 'payout', id: '7' }, status: 'paid', state: 'done' },
  ...{ amount: -225_000, name: longName, reference: '7', bank_reference: 'GTB-0921-77431' },
});
const waiting = recordOf({ id: 13, name: 'Musa Ibrahim', approval_id: 4, amount: 1_500_000 });
const proposed = [
  lineOf(41, { state: 'proposed', proposal: proposalOf(recordOf()) }),
  lineOf(42, {
    ...{ state: 'proposed', amount: -225_000, sender: longName, narration: 'PAYOUT GTB-0921-77431' },
    proposal: proposalOf(paid),
  }),
  lineOf(43, {
    ...{ state: 'proposed', amount: 1_500_000, sender: 'M IBRAHIM', reference: '' },
    proposal: proposalOf(waiting, { rule: 'name', is_exact: false, needs_reference: true }),
  }),
];
const without = [
  paid,
  recordOf({ ...{ kind: 'trade', id: 9, item: { kind: 'trade', id: '9' } }, state: 'done' }),
];

async function openOperator() {
  const { staged, page } = await stage.reuse({ ...ngozi, role: 1 });
  staged.answer('/admin/overview', { json: overviewOf([], new Date().toISOString()) });
  await page.setViewportSize(desktop);
  return { staged, page };
}

/** The lines of the reply are those that the query asks for. */
async function showBank(lines: readonly StatementLine[] = [...open, ...proposed]) {
  const { staged, page } = await openOperator();
  staged.answer('/admin/reconciliation', { json: facts });
  staged.answer('/admin/reconciliation/records', { json: { total: 9, records: without } });
  await page.unroute(/statement-lines\?/);
  await page.route(/statement-lines\?/, async (route) => {
    const state = new URL(route.request().url()).searchParams.get('state');
    const json = lines.filter((line) => line.state === state);
    const headers = { 'content-range': `statement-lines 0-${json.length}/${json.length}` };
    await route.fulfill({ json, headers });
  });
  await stage.show(operatorPath(operatorPaths.reconciliation));
  await page.getByText('ZAINAB MUSA').waitFor();
  return { staged, page };
}

describe('W20 the reconciliation', () => {
  it('shows lines without a record, proposals with their reason, and records without a line', async () => {
    const { page } = await showBank();
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    await column('Proposals')
      .getByText(/narration has the reference K7Q4M2/)
      .first()
      .waitFor();
    await column('Record, no bank line')
      .getByText(/^.?Trade 9, Pending/)
      .waitFor();
    await column('Record, no bank line').getByRole('button', { name: '7 more' }).waitFor();
    await column('Proposals').getByRole('link', { name: 'Waits for a second operator' }).waitFor();
    const link = column('Proposals').getByRole('link', { name: 'Blessing Etim' });
    expect(await link.getAttribute('href')).toBe('/admin/payments/12');
    await look(page, 'console-bank-lines', { fullPage: true });
    await page.setViewportSize(phone);
    expect(await column('Record, no bank line').isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Copup only 9' }).click();
    await column('Record, no bank line').waitFor();
    expect(await column('Proposals').isVisible()).toBe(false);
    expect(page.url()).toContain('show=records');
  });

  it('W2 confirms a proposal by the keyboard alone, after it said what is decided', async () => {
    const { staged, page } = await showBank();
    staged.answer('/admin/statement-lines/41/confirm', { json: { ...proposed[0], state: 'explained' } });
    await page.getByRole('region', { name: 'Proposals' }).getByRole('listitem').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Payment 12/ });
    await dialog.getByText('Refunds 412 entries, 20,600 coins').waitFor();
    await look(page, 'console-bank-confirm');
    const sent = page.waitForRequest('**/admin/statement-lines/41/confirm');
    await dialog.getByRole('button', { name: 'Approve ₦9,900' }).focus();
    await page.keyboard.press('Enter');
    const request = await sent;
    expect(request.postDataJSON()).toEqual({ kind: 'payment', record_id: 12 });
    expect(request.headers()['idempotency-key']).toBeDefined();
    await page
      .getByText(/: confirmed$/)
      .first()
      .waitFor();
  });

  it('O3a says that a confirmed payment waits for a second operator', async () => {
    const needing = lineOf(44, {
      ...{ state: 'proposed', reference: '' },
      proposal: proposalOf(recordOf(), { rule: 'name', is_exact: false, needs_reference: true }),
    });
    const { staged, page } = await showBank([...open, needing]);
    staged.answer('/admin/statement-lines/44/confirm', {
      status: 202,
      json: { message: '', status: 'pending', approval_id: 9 },
    });
    await page.getByRole('button', { name: /^Approve ₦9,900/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Enter the reference first' }).waitFor();
    await dialog.getByLabel('Bank reference').fill(' ZEN-1 ');
    const sent = page.waitForRequest('**/admin/statement-lines/44/confirm');
    await dialog.getByRole('button', { name: 'Approve ₦9,900' }).click();
    expect((await sent).postDataJSON()).toEqual({ kind: 'payment', record_id: 12, bank_reference: 'ZEN-1' });
    await page
      .getByText(/waits for approval by a second operator/)
      .first()
      .waitFor();
  });

  it('confirms together only proposals with an exact reference, and says what was refused', async () => {
    const { staged, page } = await showBank();
    const message = 'This bank reference was used before.';
    staged.answer('/admin/statement-lines/confirm-exact', {
      json: { confirmed: 0, waiting: 1, refused: [{ line_id: 41, code: 'BANK_REFERENCE_USED', message }] },
    });
    await page.getByLabel('Select 2 with an exact reference').check();
    await page.getByRole('button', { name: 'Confirm 2' }).click();
    await look(page, 'console-bank-confirm-exact');
    const sent = page.waitForRequest('**/confirm-exact');
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm 2' }).click();
    expect((await sent).postDataJSON()).toEqual({ line_ids: [41, 42] });
    const summary = page.getByRole('status').filter({ hasText: '0 proposals confirmed, 2 of 2 not' });
    await summary.getByText(message).waitFor();
    await summary.getByText('1 waits for approval by a second operator').waitFor();
  });

  it('lets the operator choose among the records with the amount of an ambiguous line', async () => {
    const twin = { ...paid, id: 8, item: { kind: 'payout', id: '8' }, day: '2026-11-20' };
    const line = lineOf(33, { sender: 'TWICE', amount: -225_000 });
    const { staged, page } = await showBank([...open, line]);
    staged.answer('/admin/reconciliation/records', { json: { total: 3, records: [...without, twin] } });
    staged.answer('/admin/statement-lines/33/confirm', { json: { ...line, state: 'explained' } });
    await page.getByRole('button', { name: 'Match TWICE…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('It has taken place: nothing is decided by this.').waitFor();
    expect(await dialog.getByRole('option').count()).toBe(2);
    await dialog.getByLabel('Record').selectOption('payout 8');
    await look(page, 'console-bank-match');
    const sent = page.waitForRequest('**/admin/statement-lines/33/confirm');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    expect((await sent).postDataJSON()).toEqual({ kind: 'payout', record_id: 8 });
    await page.getByRole('button', { name: 'Match ZAINAB MUSA…' }).click();
    await dialog.getByText('No record without a line has this amount.').waitFor();
  });

  it('explains a line with a reason and a note', async () => {
    const { staged, page } = await showBank();
    staged.answer('/admin/statement-lines/32/explain', { json: open[1] });
    await page.getByRole('button', { name: 'Explain SMS ALERT CHARGES…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Explain', exact: true }).click();
    await dialog.getByText('Enter a note of at least 3 characters.').waitFor();
    await look(page, 'console-bank-explain');
    await dialog.getByLabel('Note for the accountant').fill(' Alerts of November ');
    const sent = page.waitForRequest('**/explain');
    await dialog.getByRole('button', { name: 'Explain', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ reason: 'fee', note: 'Alerts of November' });
  });

  it('explains a record with a reason of its own', { tags: ['full'] }, async () => {
    const { staged, page } = await showBank();
    staged.answer('/admin/reconciliation/records/trade/9/explain', { json: { message: 'Explained' } });
    await page.getByRole('button', { name: /^Explain Trade 9/ }).click();
    await page.getByLabel('Reason').selectOption('Moved by the provider');
    await page.getByLabel('Note for the accountant').fill('Card');
    const sent = page.waitForRequest('**/explain');
    await page.getByRole('dialog').getByRole('button', { name: 'Explain', exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({ reason: 'provider', note: 'Card' });
  });
});

describe('W20 a day', () => {
  const path = `${operatorPath(operatorPaths.reconciliation)}/2026-11-21`;
  const call = '/admin/reconciliation/days/2026-11-21';
  const explanation = {
    ...{ id: 5, reason: 'fee' as const, note: 'Alerts', explained_by: 'tolu', record: null },
    explained_at: '2026-11-22T08:40:00.000Z',
  };
  const lines = [
    lineOf(51, { state: 'explained', explanation: { ...explanation, reason: 'matched', record: paid } }),
    lineOf(52, { state: 'explained', sender: 'SMS ALERT', explanation: { ...explanation, id: 6 } }),
  ];

  async function openDay(day = dayOf('2026-11-21')) {
    const { staged, page } = await openOperator();
    staged.answer(call, { json: day });
    staged.answer('/admin/reconciliation/days', {
      json: [day, dayOf('2026-11-20', { closing: closingOf(), blocked: 'DAY_CLOSED' })],
    });
    await page.unroute(/statement-lines\?/);
    staged.answer('/admin/statement-lines', { json: lines });
    await stage.show(path);
    await page.getByText('Lines of the day').waitFor();
    return { staged, page };
  }

  it('is closed when everything is explained, with its totals', async () => {
    const { staged, page } = await openDay();
    await page.getByText('211, all explained').waitFor();
    await look(page, 'console-bank-day', { fullPage: true });
    await page.getByRole('button', { name: 'Close 21 Nov 2026…' }).click();
    staged.answer(`${call}/close`, { json: dayOf('2026-11-21', { closing: closingOf() }) });
    const sent = page.waitForRequest(`**${call}/close`);
    await page.getByRole('dialog').getByRole('button', { name: 'Close 21 Nov 2026' }).click();
    expect((await sent).method()).toBe('POST');
    await page.getByText('21 Nov 2026 is closed').first().waitFor();
  });

  it('says why it cannot be closed, and marks what changed since', async () => {
    const closing = closingOf();
    const { page } = await openDay(
      dayOf('2026-11-21', {
        ...{ closing: { ...closing, totals: { ...closing.totals, bank_in: 3_205_900 } }, is_changed: true },
        ...{ blocked: 'OTHER_OPERATOR_NEEDED', open_lines: 1 },
      }),
    );
    await page.getByText('You alone confirmed its lines: another operator has to close it.').waitFor();
    await page.getByText('Changed later').first().waitFor();
    await page.getByText('1 of 211 not explained').waitFor();
    await page.getByRole('row').filter({ hasText: '₦3,205,900' }).filter({ hasText: '₦3,214,900' }).waitFor();
    await look(page, 'console-bank-day-changed', { fullPage: true });
  });

  it('lets an explanation be withdrawn with a reason', { tags: ['full'] }, async () => {
    const { staged, page } = await openDay();
    staged.answer('/admin/reconciliation/explanations/6/withdraw', { json: { message: 'Withdrawn' } });
    await page.getByRole('button', { name: 'Withdraw the explanation of SMS ALERT…' }).click();
    await page.getByLabel('Reason').fill('It was interest');
    const sent = page.waitForRequest('**/withdraw');
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    expect((await sent).postDataJSON()).toEqual({ note: 'It was interest' });
  });
});

describe('W20 statements', () => {
  const file = { name: 'zenith.csv', mimeType: 'text/csv', buffer: Buffer.from('Value Date,Remarks\n') };

  async function readFile(preview = previewOf()) {
    const { staged, page } = await openOperator();
    staged.answer('/admin/reconciliation/banks', {
      json: [{ bank: 'Zenith', layout: null, last_day: '2026-11-20' }],
    });
    staged.answer('/admin/reconciliation/preview', { json: preview });
    await stage.show(operatorPath(operatorPaths.statements));
    await page.getByRole('button', { name: 'Choose a file first' }).waitFor();
    await page.getByLabel('Account').fill('Zenith');
    await page.getByLabel('Statement', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByText('As it is read').waitFor();
    return { staged, page };
  }

  it('are shown as they are read, by columns that are chosen once, and imported', async () => {
    const { staged, page } = await readFile();
    await page.getByText('211 new lines, 3 imported before').waitFor();
    await page.getByRole('row').filter({ hasText: 'SMS ALERT CHARGES' }).getByText('−₦4').waitFor();
    await look(page, 'console-statement-preview', { fullPage: true });
    const read = page.waitForRequest('**/reconciliation/preview');
    await page.getByLabel('Sender').selectOption('Remarks: NIP/KUDA/BLESSING ETIM/K7Q4M2');
    expect((await read).postData()).toContain('"sender":1');
    await page.getByLabel('Money in').selectOption('Not in the file');
    await page.getByRole('button', { name: 'Choose the amount, or money in and out, first' }).waitFor();
    await page.getByLabel('Amount with a sign').selectOption('Credit: 9,000.00');
    staged.answer('/admin/reconciliation/import', {
      json: { ...{ id: 4, bank: 'Zenith', source: 'csv', lines: 214, added: 211 }, imported_by: 'ngozi' },
    });
    const sent = page.waitForRequest('**/reconciliation/import');
    await page.getByRole('button', { name: 'Import 211 lines' }).click();
    expect((await sent).postData()).toContain('"amount":4,"credit":null,"debit":null');
    await page.waitForURL(`**${operatorPath(operatorPaths.reconciliation)}`);
    await page.getByText('211 lines imported').first().waitFor();
  });

  it('with rows that cannot be read, or without a new line, are not imported', async () => {
    const { staged, page } = await readFile(
      previewOf({ problems: [{ row: 3, message: 'The day “Total” cannot be read.' }] }),
    );
    await page.getByText('Row 3: The day “Total” cannot be read.').waitFor();
    await page.getByRole('button', { name: 'Choose columns that fit first' }).waitFor();
    await look(page, 'console-statement-problems', { fullPage: true });
    staged.answer('/admin/reconciliation/preview', { json: previewOf({ known: 214 }) });
    await page.getByLabel('Rows above the lines').fill('1');
    await page.getByRole('button', { name: 'Nothing is new: choose another file first' }).waitFor();
  });

  it('say what is wrong with a file', { tags: ['full'] }, async () => {
    const { staged, page } = await openOperator();
    staged.answer('/admin/reconciliation/banks', { json: [] });
    const message = 'This is neither a CSV nor a CAMT.053 file.';
    staged.answer('/admin/reconciliation/preview', { status: 400, json: { code: 'BAD_STATEMENT', message } });
    await stage.show(operatorPath(operatorPaths.statements));
    await page.getByLabel('Account').fill('Zenith');
    await page.getByLabel('Statement', { exact: true }).setInputFiles(file);
    await page.getByRole('button', { name: 'Read the file' }).click();
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
  });
});

describe('W20 the overview', () => {
  it('shows the last closed day, and what is open', async () => {
    const { staged, page } = await openOperator();
    staged.answer('/admin/reconciliation', { json: facts });
    await stage.show(operatorPath(operatorPaths.overview));
    const card = page.getByRole('region', { name: 'Bank', exact: true });
    await until(async () => expect(await card.textContent()).toMatch(/6 open.*20 Nov 2026.*21 Nov 2026/));
    await look(page, 'console-overview-bank', { fullPage: true });
    await card.getByRole('link', { name: 'Reconciliation' }).click();
    await page.waitForURL(`**${operatorPath(operatorPaths.reconciliation)}`);
  });
});
