import { StatementImport, StatementLine, StatementPreview } from '@copup/shared/reconciliation.ts';
import { CardProvider } from '@copup/testkit/card-provider.ts';
import { accepted } from '@copup/testkit/client.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BANK, type BankWorld, type CsvLine, DAY_MS, openBankWorld } from '../../../test/bank-world.ts';
import { auditLedger } from '../../audit.ts';
import { matchOpenLines } from './run-matching.ts';

let provider: CardProvider;
let world: BankWorld;
beforeAll(async () => {
  provider = await CardProvider.start();
  world = await openBankWorld({ env: provider.env({ confirms: true }) });
});
afterEach(async () => {
  expect((await auditLedger(world.server.deps.db)).errors).toEqual([]);
});
afterAll(async () => {
  await world?.end();
  await provider?.close();
});

const outcome = ({ status, body }: { status: number; body: { code?: string; state?: string } }) => [
  status,
  body.code ?? body.state,
];
const line = async (given: CsvLine) => (await world.lines(given))[0] as StatementLine;
const credits = async (id: number) =>
  (
    await world.server.deps.db.pool.query(
      `SELECT 1 FROM transfer_keys WHERE kind = 'purchase' AND key = $1`,
      [`payment:${id}`],
    )
  ).rowCount;

describe('W20 an import', () => {
  it('is shown before it is made, keeps the columns of the bank, and changes nothing the second time', async () => {
    const bank = 'Kuda';
    const send = (call: 'preview' | 'import', text: string, fields = {}) =>
      world.send(call, text, { bank, ...fields });
    const listed = () => world.listed(`&bank=${bank}`);
    const text = world.csv([
      { narration: 'fee', amount: -50, reference: '' },
      { narration: 'fee', amount: -50, reference: '' },
    ]);
    const preview = StatementPreview.parse((await send('preview', text)).body);
    expect(preview).toMatchObject({ format: 'csv', total: 2, known: 0, problems: [], is_layout_kept: false });
    expect(await listed()).toEqual([]);
    const layout = JSON.stringify({ ...preview.layout, narration: [2, 3] });
    const first = StatementImport.parse((await send('import', text, { layout })).body);
    expect(first).toMatchObject({
      bank,
      lines: 2,
      added: 2,
      imported_by: world.operator.user.username,
    });
    const [one, other] = await Promise.all([send('import', text), send('import', text)]);
    expect([one.body.added, other.body.added]).toEqual([0, 0]);
    expect(await listed()).toHaveLength(2);
    const again = StatementPreview.parse((await send('preview', text)).body);
    expect([again.known, again.is_layout_kept, again.layout?.narration]).toEqual([2, true, [2, 3]]);
    const banks: { bank: string }[] = await world.get('reconciliation/banks');
    expect(banks.find((each) => each.bank === bank)).toMatchObject({ last_day: world.today() });
    for (const { id } of await listed()) await world.explain(id);
  });

  it('refuses a file that it cannot read as a whole, and any file of an operator without the right', async () => {
    const text = `${world.csv([{}])}\n2026-02-31,5,x,,S,NGN`;
    expect(outcome(await world.send('import', text))).toEqual([400, 'BAD_STATEMENT']);
    expect(outcome(await world.send('import', world.csv([{}]), { layout: '{' }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
    const support = await world.server.signIn({ role: 1, operatorRole: 'support' });
    expect(outcome(await world.send('import', world.csv([{}]), {}, support))).toEqual([403, 'RIGHT_NEEDED']);
    expect(await world.listed('&state=open')).toEqual([]);
  });

  it('takes settlements from the provider, once, and compares them with the bank', async () => {
    const settlement = {
      id: 812_345,
      gross_amount: 10_000,
      app_fee: 140,
      net_amount: 9_860,
      due_date: `${world.today()}T09:00:00.000Z`,
    };
    provider.settlements.push(settlement);
    const days = { from: world.today(), to: world.today() };
    const ask = async () => (await world.now(world.operator)).post('/admin/reconciliation/settlements', days);
    expect([(await ask()).body.added, (await ask()).body.added]).toEqual([1, 0]);
    const found = await line({ amount: 9_860, narration: 'FLUTTERWAVE 812345' });
    expect(found.proposal).toMatchObject({
      rule: 'provider-id',
      is_exact: true,
      record: { kind: 'settlement', amount: 9_860 },
    });
    expect(outcome(await world.confirm(found))).toEqual([200, 'explained']);
    expect((await world.day(world.today())).totals).toMatchObject({
      provider_gross: 10_000,
      provider_fees: 140,
      provider_net: 9_860,
    });
  });
});

describe('W20 confirming the line of a pending payment', () => {
  it('is its approval: the coins come once, and the bank’s reference proves it (W2)', async () => {
    const buyer = await world.buyer();
    const found = await line({ narration: `nip/${buyer.reference.toLowerCase()}` });
    expect(found).toMatchObject({
      state: 'proposed',
      proposal: {
        rule: 'reference',
        is_exact: true,
        record: { kind: 'payment', id: buyer.id, state: 'open', amount: 9_900 },
      },
    });
    const all = await Promise.all(
      [1, 2, 3].map((nth) =>
        world.confirm(found, { on: nth === 2 ? world.other : world.server, key: `k${nth === 3 ? 1 : nth}` }),
      ),
    );
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(
      all
        .map(({ status, body }) => body.code ?? status)
        .filter((code) => code !== 200 && code !== 'LINE_EXPLAINED'),
    ).toEqual([]);
    expect([await buyer.coins(), await credits(buyer.id)]).toEqual([100, 1]);
    const shown = StatementLine.parse(await world.line(found.id));
    expect(shown.explanation).toMatchObject({
      reason: 'matched',
      record: { id: buyer.id, status: 'approved', bank_reference: found.reference },
    });
    const payment = await world.get(`payments/${buyer.id}`);
    expect(payment).toMatchObject({ status: 'approved', bank_reference: found.reference });
  });

  it('waits for a second operator above the threshold (O3a), and is confirmed after the approval', async () => {
    const buyer = await world.buyer({ price: 96_000, bid_points: 1_000 });
    const { db } = world.server.deps;
    const busy = await world.server.signIn({ role: 1 });
    await db.pool.query(
      `INSERT INTO operator_moves (transfer_id, operator_id, user_id, amount, is_credit) VALUES ($1, $2, NULL, 9_500, true)`,
      [world.server.deps.newId(), busy.user.id],
    );
    const found = await line({ amount: 96_000, narration: buyer.reference });
    const asked = await world.confirm(found, { by: busy });
    expect(asked.status).toBe(202);
    const waiting = StatementLine.parse(await world.line(found.id));
    expect([waiting.state, waiting.proposal?.record.approval_id]).toEqual([
      'proposed',
      asked.body.approval_id,
    ]);
    expect(await buyer.coins()).toBe(0);
    accepted(
      await (await world.now(world.second)).post(`/admin/approvals/${asked.body.approval_id}/approve`),
    );
    await matchOpenLines(db);
    expect((await world.line(found.id)).proposal).toMatchObject({
      rule: 'reference',
      record: { state: 'done' },
    });
    expect(outcome(await world.confirm(found))).toEqual([200, 'explained']);
    expect(await buyer.coins()).toBe(1_000);
  });

  it('refuses other amounts, used references and lines without one, and changes nothing', async () => {
    const [buyer, next] = [await world.buyer(), await world.buyer()];
    const part = await line({ amount: 5_000, narration: buyer.reference });
    expect(part.proposal).toBeNull();
    const given = { kind: 'payment', record_id: buyer.id };
    expect(outcome(await world.confirm(part, given))).toEqual([409, 'RECORD_DIFFERS']);
    expect(outcome(await world.confirm(part, { ...given, record_id: 99 }))).toEqual([
      404,
      'RECORD_NOT_FOUND',
    ]);
    const dollars = await line({ narration: buyer.reference, currency: 'USD' });
    expect(outcome(await world.confirm(dollars, given))).toEqual([409, 'RECORD_DIFFERS']);
    const bare = await line({ narration: buyer.reference, reference: '-' });
    expect(bare.proposal).toMatchObject({ is_exact: false, needs_reference: true });
    expect(outcome(await world.confirm(bare))).toEqual([400, 'VALIDATION_FAILED']);
    expect(outcome(await world.confirm(bare, { bank_reference: 'NIP-77' }))).toEqual([200, 'explained']);
    const second = await line({ narration: next.reference, reference: 'NIP 77' });
    expect(second.proposal).toBeNull();
    expect(outcome(await world.confirm(second, { kind: 'payment', record_id: next.id }))).toEqual([
      409,
      'BANK_REFERENCE_USED',
    ]);
    expect([await buyer.coins(), await next.coins()]).toEqual([100, 0]);
    for (const { id } of [part, dollars, second]) await world.explain(id);
  });

  it('is possible for many lines at once only where the reference is exact', async () => {
    const buyers = [
      await world.buyer(),
      await world.buyer(),
      await world.buyer({ price: 5_000, bid_points: 50 }, 'Chidi Eze'),
    ];
    const [one, two, three] = await world.lines(
      { narration: buyers[0]?.reference ?? '' },
      { narration: `${buyers[1]?.reference.slice(0, -1)}` },
      { amount: 5_000, sender: 'EZE CHIDI' },
    );
    expect([one, two, three].map((each) => each?.proposal?.rule)).toEqual([
      'reference',
      'reference-typo',
      'name',
    ]);
    const body = { line_ids: [one, two, three].map((each) => each?.id) };
    const confirm = async () =>
      accepted(
        await (await world.now(world.operator)).post('/admin/statement-lines/confirm-exact', body, {
          'idempotency-key': 'many',
        }),
      );
    const first = await confirm();
    expect(first).toMatchObject({
      confirmed: 1,
      waiting: 0,
      refused: [{ line_id: two?.id }, { line_id: three?.id }],
    });
    expect(await confirm()).toEqual(first);
    expect(await Promise.all(buyers.map((buyer) => buyer.coins()))).toEqual([100, 0, 0]);
    for (const each of [two, three])
      expect(outcome(await world.confirm(each as StatementLine))).toEqual([200, 'explained']);
  });

  it('does not decide what another operator decides now (O1)', async () => {
    const buyer = await world.buyer();
    const found = await line({ narration: buyer.reference });
    accepted(
      await (await world.now(world.second)).post(`/admin/queues/payments/claims/${buyer.id}`, {
        take_over: false,
      }),
    );
    expect(outcome(await world.confirm(found))).toEqual([409, 'ITEM_CLAIMED']);
    accepted(await (await world.now(world.second)).delete(`/admin/queues/payments/claims/${buyer.id}`));
    expect(outcome(await world.confirm(found))).toEqual([200, 'explained']);
  });
});

it('W20 an explanation is withdrawn with a note, and stays; its line and record are open again', async () => {
  const buyer = await world.buyer();
  const found = await line({ narration: buyer.reference });
  accepted(await world.confirm(found));
  const { explanation } = await world.line(found.id);
  const withdraw = async () =>
    (await world.now(world.operator)).post(`/admin/reconciliation/explanations/${explanation?.id}/withdraw`, {
      note: 'Wrong line',
    });
  expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 404]);
  expect((await world.records('kind=payment')).records.map(({ id }) => id)).toEqual([buyer.id]);
  expect((await world.line(found.id)).proposal).toMatchObject({ record: { id: buyer.id, state: 'done' } });
  const { db } = world.server.deps;
  await expect(db.pool.query('UPDATE bank_explanations SET note = $1', ['x'])).rejects.toThrow(
    'only withdrawn',
  );
  await expect(db.pool.query('UPDATE statement_lines SET amount_kobo = 1')).rejects.toThrow('never changes');
  expect(outcome(await world.confirm(found))).toEqual([200, 'explained']);
  expect(await buyer.coins()).toBe(100);
});

describe('W20 a day', () => {
  it('is closed over all lines and records by someone who did not confirm its lines alone; later changes are differences', async () => {
    // Of its own: days that are closed, and a clock that was moved, are not for the other tests.
    const own = await openBankWorld();
    onTestFinished(() => own.end());
    await checkDays(own);
  });
});

async function checkDays(world: BankWorld): Promise<void> {
  // A day before it that can be closed.
  for (const { id } of await world.lines({ amount: -1 })) await world.explain(id);
  await world.clock.moveBy(2 * DAY_MS);
  const first = new Date(world.clock.wallMs() - 2 * DAY_MS + 3_600_000).toISOString().slice(0, 10);
  const buyer = await world.buyer();
  const [paid, fee] = await world.lines({ narration: buyer.reference }, { amount: -52.5, narration: 'SMS' });
  const day = world.today();
  accepted(await world.confirm(paid as StatementLine));
  expect(outcome(await world.close(day))).toEqual([409, 'DAY_NOT_OVER']);
  await world.clock.moveBy(DAY_MS);
  expect(outcome(await world.close(day))).toEqual([409, 'DAY_OPEN']);
  await world.explain(fee?.id ?? 0);
  expect(outcome(await world.close(day))).toEqual([409, 'EARLIER_DAY_OPEN']);
  accepted(await world.close(first, world.second));
  expect([(await world.day(day)).blocked, (await world.day(day, world.second)).blocked]).toEqual([
    'OTHER_OPERATOR_NEEDED',
    null,
  ]);
  expect(outcome(await world.close(day))).toEqual([409, 'OTHER_OPERATOR_NEEDED']);
  const [one, two] = await Promise.all([world.close(day, world.second), world.close(day, world.second)]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  const closed = await world.day(day);
  expect(closed).toMatchObject({
    lines: 2,
    records: 1,
    blocked: 'DAY_CLOSED',
    is_changed: false,
    differences: [],
  });
  expect(closed.closing?.totals).toEqual({
    ...{
      bank_in: 9_900,
      bank_out: 52.5,
      records_in: 9_900,
      records_out: 0,
      ledger_issued: 100,
      ledger_paid_out: 0,
    },
    ...{ provider_gross: 0, provider_fees: 0, provider_net: 0 },
  });
  expect(await world.facts()).toMatchObject({
    last_closed_day: day,
    next_day: null,
    open_lines: 0,
    open_records: 0,
  });
  await world.lines({ day, amount: -10, narration: 'Late fee' });
  const changed = await world.day(day);
  expect(changed).toMatchObject({
    is_changed: true,
    blocked: 'DAY_OPEN',
    differences: [{ total: 'bank_out', closed: 52.5, now: 62.5 }],
  });
  expect(changed.closing).toEqual(closed.closing);
  expect(await world.facts()).toMatchObject({ open_lines: 1, oldest_day: day });
  const [queue] = (await world.get('overview')).queues.filter(
    (each: { queue: string }) => each.queue === 'statement-lines',
  );
  expect(queue).toMatchObject({ waiting: 1, overdue: 0 });

  // Both sides for the accountant, logged.
  const { text } = await (await world.now(world.operator)).get(
    `/admin/reconciliation/export?from=${day}&to=${day}`,
  );
  const rows = text.trim().split('\r\n');
  expect(rows).toHaveLength(5);
  expect(rows[1]).toMatch(new RegExp(`^${day},bank,${BANK},\\d+,9900,NGN,.*,matched,payment \\d+,,`));
  expect(rows.filter((row) => row.includes(',records,payment,'))).toHaveLength(1);
  expect((await world.get('audit-log?action=list.export'))[0]).toMatchObject({ action: 'list.export' });
  expect((await auditLedger(world.server.deps.db)).errors).toEqual([]);
}
