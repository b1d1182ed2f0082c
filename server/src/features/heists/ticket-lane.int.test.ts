import type { TestUser } from '@copup/testkit/builders.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type FaultyDatabase, faultyDatabase } from '../../../test/faulty-database.ts';
import { type HeistWorld, openHeistWorld } from '../../../test/heist-world.ts';
import { proveBatch } from '../../../test/prove-batch.ts';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { createLanes } from '../../lanes/create-lanes.ts';
import { buyTicket, defineTicketLane, ticketLaneKind } from './ticket-lane.ts';

let world: HeistWorld;
beforeAll(async () => {
  world = await openHeistWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

/** Opens a lane of its own on a database, and returns how a user buys a ticket through it. */
function openLane(db: Database) {
  const { deps } = world.server;
  const lanes = createLanes({ db, clock: deps.clock, log: { warn: () => {}, error: () => {} } });
  const tickets = defineTicketLane({ ...deps, lanes });
  return (heistId: number, { id: userId, username }: TestUser, key?: string) =>
    buyTicket(
      { newId: deps.newId, tickets },
      heistId,
      { viewer: { userId, username, realm: 0, sessionId: deps.newId() }, key, referral: undefined },
      deps.clock.wallMs(),
    );
}

const soldOf = async (heistId: number) =>
  (
    await world.query<{ no: number }>('SELECT no FROM heist_tickets WHERE heist_id = $1 ORDER BY no', [
      heistId,
    ])
  ).map(({ no }) => no);

describe('L5 while another session has locked the wallet of a buyer', () => {
  it('only that buyer waits, and gets the next ticket once the wallet is free', async () => {
    const heist = await world.create();
    const [locked, ...others] = (await createUsers(world.db, 9, { coins: 20 })) as [TestUser, ...TestUser[]];
    const buy = openLane(world.db);
    const session = await world.db.pool.connect();
    onTestFinished(() => session.release(true));
    await session.query('BEGIN');
    await session.query('SELECT FROM wallets WHERE user_id = $1 FOR NO KEY UPDATE', [locked.id]);
    const waiting = [1, 2].map(() => buy(heist.id, locked, 'one'));
    const rest = await Promise.all(others.map((user) => buy(heist.id, user)));
    expect(rest.map(({ ticket_no }) => ticket_no).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    await session.query('ROLLBACK');
    const [first, second] = await Promise.all(waiting);
    expect(first).toMatchObject({ ticket_no: 9, paid_available: 10 });
    // P6: the repeated key was decided once.
    expect(second).toEqual(first);
  });
});

it('L5 free tickets of one transaction give their buyers’ rooms new versions with one statement', async () => {
  const faulty = faultyDatabase(world.db);
  const buy = openLane(faulty);
  const heist = await world.create({ ticket_price: 0 });
  const users = await createUsers(world.db, 6);
  // The first transaction has one buyer; those who arrive meanwhile are in the second.
  await Promise.all(users.map((user) => buy(heist.id, user)));
  const transactions = faulty.statements.filter((each) => each === 'COMMIT').length;
  expect(transactions).toBeLessThan(users.length);
  expect(faulty.statements.filter((each) => each === 'user-room-versions')).toHaveLength(transactions);
  expect(await soldOf(heist.id)).toHaveLength(users.length);
});

describe('A12 P6 the transaction of five tickets', () => {
  let faulty: FaultyDatabase;
  async function scene() {
    faulty = faultyDatabase(world.db);
    const buy = openLane(faulty);
    const heist = await world.create({ capacity: 6 });
    const users = await createUsers(world.db, 5, { coins: 20 });
    const buyAll = () =>
      Promise.all(users.map((user) => buy(heist.id, user, 'one').catch((error: Refusal) => error)));
    return { heist, buyAll };
  }

  it.each([
    ['cut-before', false],
    ['cut-after', true],
  ] as const)('with the connection %s its COMMIT sells each ticket once', async (fault, isDone) => {
    const { heist, buyAll } = await scene();
    faulty.fault = (_nth, statement) => (statement === 'COMMIT' ? fault : undefined);
    const first = await buyAll();
    faulty.fault = () => undefined;
    expect(first.map((answer) => !(answer instanceof Refusal))).toEqual(Array(5).fill(isDone));
    expect(await soldOf(heist.id)).toHaveLength(isDone ? 5 : 0);
    const again = await buyAll();
    expect(again.some((answer) => answer instanceof Refusal)).toBe(false);
    if (isDone) expect(again).toEqual(first);
    expect(await soldOf(heist.id)).toEqual([1, 2, 3, 4, 5]);
    expect((await world.read(heist.id)).participants).toBe(5);
  });

  it('that fails once is halved, and each ticket is sold once', async () => {
    const { heist, buyAll } = await scene();
    let isDone = false;
    faulty.fault = (_nth, statement) => {
      if (isDone || statement !== 'post-postings') return undefined;
      isDone = true;
      return { sqlState: '23514' };
    };
    expect((await buyAll()).some((answer) => answer instanceof Refusal)).toBe(false);
    expect(await soldOf(heist.id)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('A12 rows prove a batch of tickets', () => {
  const decideOf = async (heistId: number, users: readonly TestUser[], isCommitted: boolean) => {
    const { deps } = world.server;
    const commands = users.map(({ id: userId, username }) => ({
      id: deps.newId(),
      viewer: { userId, username, realm: 0, sessionId: deps.newId() },
      ...{ key: undefined, inputHash: Buffer.from(''), referral: undefined },
    }));
    return await proveBatch(world.db, ticketLaneKind(deps), String(heistId), commands, isCommitted);
  };

  it.each([true, false])('only when it is committed: %s', async (isCommitted) => {
    const heist = await world.create();
    const users = await createUsers(world.db, 2, { coins: 20 });
    const poor = await createUsers(world.db, 1);
    const { answers, recovered, isProven } = await decideOf(heist.id, [...users, ...poor], isCommitted);
    expect(answers).toMatchObject([{ ticket_no: 1 }, { ticket_no: 2 }, { code: 'NOT_ENOUGH_COINS' }]);
    expect(isProven).toBe(isCommitted);
    expect(recovered).toEqual([...(isCommitted ? answers.slice(0, 2) : [undefined, undefined]), undefined]);
  });

  it('not by the tickets of another batch', async () => {
    const heist = await world.create();
    const users = (await createUsers(world.db, 2, { coins: 20 })) as [TestUser, TestUser];
    const lost = await decideOf(heist.id, users, false);
    const kept = await decideOf(heist.id, users.toReversed(), true);
    expect([lost.isProven, kept.isProven]).toEqual([false, true]);
    const batch = users.map(({ id: userId }) => ({ command: { viewer: { userId } } })) as never;
    const kind = ticketLaneKind(world.server.deps);
    // The numbers were given the other way round.
    expect(await kind.recover(world.db, String(heist.id), batch, lost.answers)).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('also when all are refused, with nothing to recover', async () => {
    const heist = await world.create();
    const poor = await createUsers(world.db, 1);
    expect(await decideOf(heist.id, poor, true)).toMatchObject({ recovered: [undefined], isProven: true });
  });
});
