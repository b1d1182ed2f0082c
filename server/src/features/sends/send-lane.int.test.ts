import { createUsers, type TestUser } from '@copup/testkit/builders.ts';
import { createTestDatabase, type TestDatabase } from '@copup/testkit/databases.ts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { faultyDatabase } from '../../../test/faulty-database.ts';
import { proveBatch } from '../../../test/prove-batch.ts';
import { auditLedger } from '../../audit.ts';
import { systemClock } from '../../clock.ts';
import { type Database, openDatabase } from '../../db/database.ts';
import { Refusal } from '../../errors.ts';
import { createLanes } from '../../lanes/create-lanes.ts';
import { createNotices } from '../../notifications/notices.ts';
import { type SettingKey, settingDefinitions } from '../../settings/definitions.ts';
import type { SendCommand } from './decide-sends.ts';
import { commandOf } from './send-coins.ts';
import { defineSendLane, sendLaneKind } from './send-lane.ts';

let testDatabase: TestDatabase;
let db: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = openDatabase({ url: testDatabase.url, poolSize: 8 });
});
afterAll(async () => {
  await db?.close();
  await testDatabase?.drop();
});

const newId = () => uuidv7();

const deps = {
  clock: systemClock,
  notices: createNotices({ newId }),
  settings: { get: (key: SettingKey) => settingDefinitions[key].defaultValue } as Parameters<
    typeof defineSendLane
  >[0]['settings'],
};
const openLane = (source: Database) =>
  defineSendLane({
    ...deps,
    lanes: createLanes({ db: source, clock: systemClock, log: { warn: () => {}, error: () => {} } }),
  });

/** Creates five senders with a key each, and one recipient, so that all are in one batch. */
async function scene() {
  const faulty = faultyDatabase(db);
  const [recipient, ...senders] = await createUsers(db, 6, { coins: 100 });
  const lane = openLane(faulty);
  const command = (from: TestUser): SendCommand =>
    commandOf({ newId }, { userId: from.id, realm: 0 }, recipient as TestUser, { amount: 10, key: 'one' });
  const sendAll = () =>
    Promise.all(senders.map((from) => lane.send(command(from)).catch((error: Refusal) => error)));
  const received = async () =>
    (await db.pool.query('SELECT available FROM wallets WHERE user_id = $1', [recipient?.id])).rows[0]
      .available;
  return { faulty, sendAll, received };
}

describe('L5 while another session has locked a wallet', () => {
  it.each(['sender', 'recipient'] as const)(
    'only sends with it wait (a %s), and they are decided once it is free',
    async (role) => {
      const [ada, tunde, ...others] = (await createUsers(db, 16, { coins: 100 })) as TestUser[];
      const lane = openLane(db);
      const send = (from: TestUser, to: TestUser, key?: string) =>
        lane.send(commandOf({ newId }, { userId: from.id, realm: 0 }, to, { amount: 10, key }));
      const session = await db.pool.connect();
      onTestFinished(() => session.release(true));
      await session.query('BEGIN');
      const locked = (role === 'sender' ? ada : tunde) as TestUser;
      await session.query('SELECT FROM wallets WHERE user_id = $1 FOR NO KEY UPDATE', [locked.id]);
      let isFree = false;
      const waiting = [1, 2].map(() =>
        send(ada as TestUser, tunde as TestUser, 'one').then((receipt) => ({ receipt, isFree })),
      );
      // To many others, so in every lane and in the same batches.
      const rest = others.map((from, at) => send(from, others.at(at - 1) as TestUser));
      expect((await Promise.all(rest)).map(({ amount }) => amount)).toEqual(rest.map(() => 10));
      isFree = true;
      await session.query('ROLLBACK');
      const [first, second] = await Promise.all(waiting);
      expect(first).toMatchObject({ isFree: true, receipt: { amount: 10 } });
      // P6: the repeated key was decided once.
      expect(second?.receipt).toEqual(first?.receipt);
      const { rows } = await db.pool.query('SELECT available FROM wallets WHERE user_id = $1', [tunde?.id]);
      expect(rows).toEqual([{ available: 110 }]);
      expect((await auditLedger(db)).errors).toEqual([]);
    },
  );
});

describe('A12 P6 the transaction of five sends', () => {
  it.each([
    ['cut-before', false],
    ['cut-after', true],
  ] as const)('with the connection %s its COMMIT moves the coins once', async (fault, isDone) => {
    const { faulty, sendAll, received } = await scene();
    faulty.fault = (_nth, statement) => (statement === 'COMMIT' ? fault : undefined);
    const first = await sendAll();
    faulty.fault = () => undefined;
    // The rows decide: after the COMMIT arrived, all have their receipts; before, none was executed.
    expect(first.map((answer) => !(answer instanceof Refusal))).toEqual(Array(5).fill(isDone));
    expect(await received()).toBe(isDone ? 150 : 100);
    const again = await sendAll();
    expect(again.some((answer) => answer instanceof Refusal)).toBe(false);
    if (isDone) expect(again).toEqual(first);
    expect(await received()).toBe(150);
    expect((await auditLedger(db)).errors).toEqual([]);
  });

  it('a violated constraint once: halved, all decided once', async () => {
    const { faulty, sendAll, received } = await scene();
    let isDone = false;
    faulty.fault = (_nth, statement) => {
      if (isDone || statement !== 'post-postings') return undefined;
      isDone = true;
      return { sqlState: '23514' };
    };
    const answers = await sendAll();
    expect(answers.some((answer) => answer instanceof Refusal)).toBe(false);
    expect(await received()).toBe(150);
  });
});

describe('A12 rows prove a batch of sends', () => {
  const decide = async (amounts: readonly number[], isCommitted: boolean) => {
    const [from, to] = (await createUsers(db, 2, { coins: 100 })) as [TestUser, TestUser];
    const viewer = { userId: from.id, realm: 0 };
    const commands = amounts.map((amount) => commandOf({ newId }, viewer, to, { amount, key: undefined }));
    return await proveBatch(db, sendLaneKind(deps), '0', commands, isCommitted);
  };

  it.each([true, false])('only when it is committed: %s', async (isCommitted) => {
    const { answers, recovered, isProven } = await decide([10, 500, 20], isCommitted);
    expect(answers).toMatchObject([{ amount: 10 }, { code: 'NOT_ENOUGH_COINS' }, { amount: 20 }]);
    expect(isProven).toBe(isCommitted);
    expect(recovered).toEqual(isCommitted ? [answers[0], undefined, answers[2]] : Array(3).fill(undefined));
  });

  it('also when all are refused, with nothing to recover', async () => {
    expect(await decide([500], true)).toMatchObject({ recovered: [undefined], isProven: true });
  });
});
