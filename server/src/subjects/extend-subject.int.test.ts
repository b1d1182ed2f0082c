import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openSubjectTable, type SubjectTable, subjectNames } from '../../test/subject-table.ts';
import { closeSubjects } from './due-subjects.ts';
import { notifyChanged } from './notify-changed.ts';

const HOUR_MS = 3_600_000;
const reason = 'The servers were down.';

let table: SubjectTable;
beforeAll(async () => {
  table = await openSubjectTable();
});
afterAll(() => table?.close());

const laterThan = (iso: string, ms = HOUR_MS) => new Date(Date.parse(iso) + ms).toISOString();
/** Moves the end by an hour from the end that the operator saw. */
const extend = (name: string, id: number, seen_end_date: string, over: object = {}, by = table.operator) =>
  table.act(name, id, 'extend', { end_date: laterThan(seen_end_date), seen_end_date, reason, ...over }, by);
const notices = async (client: Parameters<SubjectTable['notices']>[0]) =>
  (await table.notices(client)).filter(({ kind }) => kind === 'extended');

describe.each(subjectNames)('A14 the end of an open %s', (name) => {
  it('moves later, with a notice to each entrant, also when the job dies in between', async () => {
    const kind = table.kindOf(name);
    const id = await table.create(name);
    const [before, entrant, second] = [
      await table.get(name, id),
      await table.enter(name, id),
      await table.enter(name, id),
    ];
    const coins = await table.coinsOf(entrant);
    const { status, body } = await extend(name, id, before.end_date);
    expect([status, body.end_date]).toEqual([200, laterThan(before.end_date)]);
    if (name === 'auction') expect(body.hard_end).toBe(laterThan(before.hard_end));
    const late = await table.enter(name, id);
    expect((await table.server.deps.rooms.latest(table.roomOf(name, id)))?.state).toMatchObject({
      endDate: Date.parse(body.end_date),
    });
    const { deps } = table.server;
    const dying = { ...deps, notices: { ...deps.notices, write: () => Promise.reject(new Error('killed')) } };
    await expect(notifyChanged(dying, kind)).rejects.toThrow('killed');
    await Promise.all([notifyChanged(deps, kind), notifyChanged(table.other.deps, kind)]);
    await notifyChanged(deps, kind);
    for (const client of [entrant, second]) {
      expect(await notices(client)).toMatchObject([
        { details: { before: before.end_date, after: body.end_date, reason } },
      ]);
    }
    expect(await notices(late)).toEqual([]);
    expect(await table.coinsOf(entrant)).toBe(coins);
    const { body: timeline } = await table.operator.get(`/admin/timelines/${name}/${id}`);
    expect(JSON.stringify(timeline)).toContain(`${name}.extend`);
    expect(await table.audit()).toEqual([]);
  });

  it('is not moved earlier, nor from another end than the operator saw, nor once it is over', async () => {
    const id = await table.create(name);
    const { end_date } = await table.get(name, id);
    const codeOf = async (reply: ReturnType<typeof extend>) => (await reply).body.code;
    for (const bad of [
      end_date,
      laterThan(end_date, -60_000),
      '2020-01-01T00:00:00Z',
      '2150-01-01T00:00:00Z',
    ])
      expect(await codeOf(extend(name, id, end_date, { end_date: bad }))).toBe('VALIDATION_FAILED');
    expect(await codeOf(extend(name, id, laterThan(end_date)))).toBe('FACTS_CHANGED');
    expect((await table.get(name, id)).end_date).toBe(end_date);
    await table.act(name, id, 'cancel', { reason });
    expect(await codeOf(extend(name, id, end_date))).toBe(`${name.toUpperCase()}_NOT_EDITABLE`);
  });

  it('by two operators on two servers at once: one moves it, the other learns of the new end', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await table.create(name);
      const { end_date } = await table.get(name, id);
      const replies = await Promise.all(
        [table.operator, table.onOther(table.operator)].map((by, nth) =>
          table.act(
            name,
            id,
            'extend',
            { end_date: laterThan(end_date, HOUR_MS * (nth + 1)), seen_end_date: end_date, reason },
            by,
          ),
        ),
      );
      const [won, lost] = replies.toSorted((one, other) => one.status - other.status);
      expect([won?.status, lost?.body.code]).toEqual([200, 'FACTS_CHANGED']);
      expect(lost?.body.details.end_date).toBe(won?.body.end_date);
    }
  });
});

it.each(subjectNames)(
  'A14 a %s that is extended and cancelled at once is cancelled, and refunds',
  async (name) => {
    for (let round = 0; round < 2; round += 1) {
      const id = await table.create(name);
      const entrant = await table.enter(name, id);
      const { end_date } = await table.get(name, id);
      const [extended, cancelled] = await Promise.all([
        extend(name, id, end_date),
        table.act(name, id, 'cancel', { reason }, table.onOther(table.operator)),
      ]);
      expect(cancelled.status).toBe(200);
      expect([undefined, `${name.toUpperCase()}_NOT_EDITABLE`]).toContain(extended.body.code);
      expect((await table.get(name, id)).end_date).toBe(
        extended.status === 200 ? laterThan(end_date) : end_date,
      );
      expect(await table.coinsOf(entrant)).toBe(100);
    }
    expect(await table.audit()).toEqual([]);
  },
);

it('A14 an end that is moved during bids counts as no late bid, and both stay', async () => {
  const id = await table.create('auction');
  const [first, second] = [await table.enter('auction', id), await table.enter('auction', id)];
  await table.bid(first, id);
  const { end_date } = await table.get('auction', id);
  const [extended, bid] = await Promise.all([
    extend('auction', id, end_date, { end_date: laterThan(end_date, 40 * 24 * HOUR_MS) }),
    table.bid(table.onOther(second), id),
  ]);
  expect([extended.status, bid.status]).toEqual([200, 200]);
  await table.bid(first, id);
  const { body } = await table.operator.get(`/admin/timelines/auction/${id}?source=bids`);
  expect(body.items.map(({ text }: { text: string }) => text)).toEqual(['Bid', 'Bid', 'Bid']);
  expect(await table.audit()).toEqual([]);
});

it.each(subjectNames)('A14 a moved %s is open at its former end, and closes at the new one', async (name) => {
  const id = await table.create(name, { end_date: table.iso(2 * HOUR_MS) });
  const { end_date } = await table.get(name, id);
  await extend(name, id, end_date);
  // The times of entries are not moved, so the other tests need the clock of the beginning.
  const moveBy = async (ms: number) => {
    await table.clock.moveBy(ms);
    onTestFinished(() => table.clock.moveBy(-ms));
  };
  await moveBy(2 * HOUR_MS + 1_000);
  const kind = table.kindOf(name);
  const { deps } = table.server;
  const isSettled = async () => {
    await closeSubjects(deps, kind, [id]);
    const [row] = await table.query<{ status: string }>(`SELECT status FROM ${kind.table} WHERE id = $1`, [
      id,
    ]);
    return !kind.openStatuses.includes(row?.status ?? '');
  };
  expect(await isSettled()).toBe(false);
  await moveBy(HOUR_MS);
  expect(await isSettled()).toBe(true);
});
