import type { SignedInClient } from '@copup/testkit/app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSubjectTable, type SubjectTable, subjectNames } from '../../test/subject-table.ts';
import { notifyChanged } from './notify-changed.ts';
import { notifySettled } from './notify-settled.ts';
import { refundAll } from './refund-entries.ts';
import { changeSubjectImage } from './write-subject.ts';

const reason = 'The price was wrong.';

let table: SubjectTable;
beforeAll(async () => {
  table = await openSubjectTable();
});
afterAll(() => table?.close());

/** The body of a copy of what the table creates, with other words. */
function copyOf(name: string, over: object = {}): object {
  const end_date = table.iso(3_600_000);
  const bodies: Record<string, object> = {
    auction: { name: 'Corrected', category: 'product', price: 100, entry_bid_points: 5, end_date },
    contest: { kind: 'tap', title: 'Corrected', entry_fee: 10, prize: 15, minimum_users: 1, end_date },
    heist: { ...table.bodyOf(), name: 'Corrected' },
  };
  return { ...bodies[name], ...over };
}
const changesOf = (name: string) =>
  ({ auction: '/auction', contest: '/contests', heist: '/hurt/heists' })[name];
const reopen = (name: string, id: number, over: object = {}, by = table.operator) =>
  table.act(name, id, 'reopen', { reason, copy: copyOf(name, over) }, by);
const statusOf = async (name: string, id: number) => (await table.get(name, id)).status;
const copiesOf = (name: string, id: number) =>
  table.query<{ copy_id: number }>(
    'SELECT copy_id FROM subject_changes WHERE subject_kind = $1 AND subject_id = $2',
    [name, id],
  );
const settled = async (name: string) => {
  for (const { deps } of [table.server, table.other]) await refundAll(deps, table.kindOf(name));
};
const notices = async (client: SignedInClient) =>
  (await table.notices(client)).filter(({ kind }) => kind === 'refunded');
const cancelled = (name: string) => (name === 'contest' ? 'void' : 'cancelled');

describe.each(subjectNames)('A14 cancel and reopen: a %s', (name) => {
  it('is refunded, copied with its picture, and its entrants are invited once, also when the job dies in between', async () => {
    const kind = table.kindOf(name);
    const id = await table.create(name);
    const operatorId = table.operator.user.id;
    const image = 'd'.repeat(32);
    await changeSubjectImage(table.server.deps, kind, { id, operatorId }, image);
    const entrants = [await table.enter(name, id), await table.enter(name, id)];
    const fee = 100 - (await table.coinsOf(entrants[0] as SignedInClient));
    const { status, body: copy } = await reopen(name, id);
    expect([status, copy.title ?? copy.name]).toEqual([201, 'Corrected']);
    expect(copy.image ?? copy.prize_image).toContain(image);
    expect(await statusOf(name, id)).toBe(cancelled(name));
    const { deps } = table.server;
    const dying = { ...deps, notices: { ...deps.notices, write: () => Promise.reject(new Error('killed')) } };
    await expect(notifySettled(dying, kind)).rejects.toThrow('killed');
    await Promise.all([notifySettled(deps, kind), notifySettled(table.other.deps, kind)]);
    await notifySettled(deps, kind);
    await notifyChanged(deps, kind);
    for (const entrant of entrants) {
      expect(await table.coinsOf(entrant)).toBe(100);
      expect(await notices(entrant)).toMatchObject([
        { details: { bid_points: fee, reason, copy_id: copy.id } },
      ]);
      expect((await table.notices(entrant)).map(({ kind: each }) => each)).toEqual(['refunded']);
    }
    const { body: changes } = await (entrants[0] as SignedInClient).get(`${changesOf(name)}/changes/${id}`);
    expect(changes).toEqual({ corrections: [], refund: null, cancel_reason: reason, copy_id: copy.id });
    const linksOf = async (each: number) =>
      (await table.operator.get(`/admin/timelines/${name}/${each}`)).body.links;
    expect(await linksOf(id)).toMatchObject([{ kind: name, id: String(copy.id), label: 'Reopened as' }]);
    expect(await linksOf(copy.id)).toMatchObject([{ kind: name, id: String(id), label: 'Corrects' }]);
    // The old subject keeps its picture when the copy gets another one.
    const changed = await changeSubjectImage(deps, kind, { id: copy.id, operatorId }, 'e'.repeat(32));
    expect(changed.replaced).toBeNull();
    expect(await table.audit()).toEqual([]);
  });

  it('is not cancelled when its copy fails, is of other players, or when the operator saw other facts', async () => {
    const id = await table.create(name);
    const entrant = await table.enter(name, id);
    const before = await table.coinsOf(entrant);
    const { realm } = (await table.server.signIn({ realm: 90 + subjectNames.indexOf(name) })).user;
    const refused = [
      await reopen(name, id, { realm }),
      await table.operator.post(
        `/admin/${name}s/${id}/reopen`,
        { reason, copy: copyOf(name) },
        { 'if-match': '"other"' },
      ),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(['VALIDATION_FAILED', 'FACTS_CHANGED']);
    expect(await copiesOf(name, id)).toEqual([]);
    expect(kindsOpen(name)).toContain(await statusOf(name, id));
    expect(await table.coinsOf(entrant)).toBe(before);
    await table.act(name, id, 'cancel', { reason });
    expect((await reopen(name, id)).body.code).toBe(`${name.toUpperCase()}_NOT_EDITABLE`);
  });

  it('by two operators on two servers at once has one copy; the other learns of it', async () => {
    for (let round = 0; round < 2; round += 1) {
      const id = await table.create(name);
      const entrant = await table.enter(name, id);
      const replies = await Promise.all([
        reopen(name, id),
        reopen(name, id, {}, table.onOther(table.operator) as SignedInClient),
      ]);
      const [won, lost] = replies.toSorted((one, other) => one.status - other.status);
      expect([won?.status, lost?.body.code]).toEqual([201, `${name.toUpperCase()}_NOT_EDITABLE`]);
      expect(lost?.body.message).toContain(`reopened as ${name} ${won?.body.id}`);
      expect(await copiesOf(name, id)).toEqual([{ copy_id: won?.body.id }]);
      await settled(name);
      expect(await table.coinsOf(entrant)).toBe(100);
    }
    expect(await table.audit()).toEqual([]);
  });

  it('O3a waits for a second operator as one request when the copy gives much, and is not cancelled before', async () => {
    const by = await table.server.signIn({ role: 1 });
    const second = await table.server.signIn({ role: 1 });
    const id = await table.create(name);
    const entrant = await table.enter(name, id);
    const before = await table.coinsOf(entrant);
    const much = name === 'auction' ? { price: 2_000_000 } : { prize: 30_000 };
    const command = { reason, copy: copyOf(name, much) };
    const ask = (operator: SignedInClient) => table.act(name, id, 'reopen', command, operator);
    const requested = await ask(by);
    expect([requested.status, requested.body.status]).toEqual([202, 'pending']);
    const { approval_id: approval } = requested.body;
    expect((await ask(by)).body.approval_id).toBe(approval);
    expect((await ask(second)).body.code).toBe('ALREADY_REQUESTED');
    expect(kindsOpen(name)).toContain(await statusOf(name, id));
    expect([await copiesOf(name, id), await table.coinsOf(entrant)]).toEqual([[], before]);
    const approved = await second.post(`/admin/approvals/${approval}/approve`);
    expect([approved.status, approved.body.subject_id]).toEqual([200, String(id)]);
    const [copy] = await copiesOf(name, id);
    expect(await table.get(name, copy?.copy_id as number)).toMatchObject(much);
    await settled(name);
    expect([await statusOf(name, id), await table.coinsOf(entrant)]).toEqual([cancelled(name), 100]);
    expect(await table.audit()).toEqual([]);
  });
});

const kindsOpen = (name: string) => table.kindOf(name).openStatuses;

it('A14 a request to reopen whose subject was cancelled meanwhile is refused, and stays to be rejected', async () => {
  const [by, second] = [await table.server.signIn({ role: 1 }), await table.server.signIn({ role: 1 })];
  const id = await table.create('auction');
  const { body } = await reopen('auction', id, { price: 2_000_000 }, by);
  await table.act('auction', id, 'cancel', { reason });
  const approved = await second.post(`/admin/approvals/${body.approval_id}/approve`);
  expect(approved.body.code).toBe('AUCTION_NOT_EDITABLE');
  expect((await second.post(`/admin/approvals/${body.approval_id}/reject`)).status).toBe(200);
  expect(await copiesOf('auction', id)).toEqual([]);
});

it('A14 the leader of a reopened auction gets the held coins back, against a bid on another server', async () => {
  for (let round = 0; round < 4; round += 1) {
    const id = await table.create('auction');
    const [first, second] = [await table.enter('auction', id), await table.enter('auction', id)];
    await table.bid(first, id);
    const [reopened] = await Promise.all([reopen('auction', id), table.bid(table.onOther(second), id)]);
    expect(reopened.status).toBe(201);
    await settled('auction');
    for (const client of [first, second]) {
      const { body } = await client.get('/user/profile');
      expect([body.bid_points, body.held_points]).toEqual([100, 0]);
    }
  }
  expect(await table.audit()).toEqual([]);
});
