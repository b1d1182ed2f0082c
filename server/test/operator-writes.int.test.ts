import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { subjectPlurals } from '@copup/shared/live-subjects.ts';
import { operatorRoles, rightsOf } from '@copup/shared/rights.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endDueBets } from '../src/features/bets/bets.jobs.ts';
import { createOperatorCommands } from './operator-commands.ts';
import { openPlayWorld, type PlayWorld } from './play-world.ts';

const operations = join(import.meta.dirname, '..', '..', 'docs', 'operations.md');

/** The rows of the table whose calls move no coins. */
const still = [
  'decides who receives the money of buyers',
  'accepts an answer of a heist',
  'sets what a task gives',
  'sets prices',
  'sends goods or cash of a won item',
  'weakens a guard or redirects money',
  'makes or removes an operator',
];

let world: PlayWorld;
beforeAll(async () => {
  world = await openPlayWorld({ redis: null });
});
afterAll(() => world?.close());

/** The writing calls of the console, by whether the API document has the Idempotency-Key. */
function listWrites(): { call: string; isKeyed: boolean }[] {
  return Object.entries(world.server.app.swagger().paths ?? {})
    .filter(([url]) => url.startsWith('/api/admin/'))
    .flatMap(([url, methods]) =>
      Object.entries(methods ?? {})
        .filter(([method]) => method !== 'get' && method !== 'head')
        .map(([method, operation]) => ({
          call: `${method.toUpperCase()} ${url.replace('/api/admin', '')}`,
          isKeyed: JSON.stringify(operation).includes('"idempotency-key"'),
        })),
    );
}

/** The calls in the table of docs/operations.md, each with what it does. */
function listDocumented(): { call: string; what: string }[] {
  const [, section = ''] = readFileSync(operations, 'utf8').split('### How operators make coins move');
  const rows =
    section
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? [];
  return rows.flatMap((row) =>
    [...row.matchAll(/`((?:POST|PUT|PATCH|DELETE) [^`]+)`/g)].flatMap(([, call = '']) =>
      (call.includes('{subjects}') ? subjectPlurals : ['']).map((plural) => ({
        call: call.replace('{subjects}', plural),
        what: row.split('|')[1]?.trim() ?? '',
      })),
    ),
  );
}

it('O3a every write of the console is in the table of docs/operations.md with what guards it, and no other', () => {
  const writes = listWrites().map(({ call }) => call);
  expect(
    listDocumented()
      .map(({ call }) => call)
      .toSorted(),
  ).toEqual(writes.toSorted());
  expect(writes.length).toBeGreaterThan(60);
});

it('S8 docs/operations.md names the rights of each role', () => {
  const text = readFileSync(operations, 'utf8');
  for (const role of operatorRoles.filter((each) => each !== 'owner')) {
    const [, row = ''] = text.match(new RegExp(`^\\| ${role} \\| (.*) \\|$`, 'm')) ?? [];
    const named = [...row.matchAll(/`(\w+)`/g)].map(([, right]) => right);
    expect([...named, 'own'].toSorted()).toEqual(rightsOf(role).toSorted());
  }
});

it('S8 a button of the console names a call that exists, so that its right is known', async () => {
  const client = join(import.meta.dirname, '..', '..', 'client', 'src');
  const named = globSync('{console,features}/**/*.{ts,tsx}', { cwd: client }).flatMap((file) =>
    [
      ...readFileSync(join(client, file), 'utf8').matchAll(
        /['"`]((?:POST|PUT|DELETE) \/admin\/[^'"`\n]+)['"`]/g,
      ),
    ].map(([, command = '']) => command),
  );
  expect(named.length).toBeGreaterThan(30);
  const { body } = await world.operator.get('/admin/rights');
  const calls = Object.keys(body.commands);
  const isCall = (command: string) =>
    calls.some((call) => new RegExp(`^${command.replace(/\$\{[^}]+\}/g, '[\\w-]+')}(/|$)`).test(call));
  expect(named.filter((command) => !isCall(command))).toEqual([]);
});

it('P6 every call of the console that moves coins accepts an Idempotency-Key', () => {
  const keyed = listWrites().flatMap(({ call, isKeyed }) => (isKeyed ? [call] : []));
  const moving = listDocumented().filter(
    ({ call, what }) =>
      !call.startsWith('DELETE') && !what.startsWith('moves nothing') && !still.includes(what),
  );
  expect(moving.map(({ call }) => call).filter((call) => !keyed.includes(call))).toEqual([]);
});

it('P6 repeated with its key, no call of the console posts anything twice, and another body is refused', async () => {
  const { deps } = world.server;
  const countPostings = async () => {
    await endDueBets(deps);
    return (await world.query<{ count: number }>('SELECT count(*) FROM postings'))[0]?.count;
  };
  const commands = await createOperatorCommands(world);
  const keyed = listWrites().flatMap(({ call, isKeyed }) => (isKeyed ? [call] : []));
  const names = commands.map(({ name }) => name.replace('/api/admin', ''));
  expect(names.toSorted()).toEqual(keyed.toSorted());
  const wrong: unknown[] = [];
  for (const { name, send, change } of commands) {
    const first = await send();
    const after = await countPostings();
    const again = await send();
    const changed = change && (await send(change));
    // A fixture settles meanwhile, and the players of a load test are signed in again.
    const isSame = /fixtures|load-tests/.test(name)
      ? first.body.id === again.body.id
      : first.text === again.text;
    const isRefused = !changed || changed.body.code === 'IDEMPOTENCY_KEY_REUSED';
    if (first.status >= 300 || !isSame || !isRefused || (await countPostings()) !== after)
      wrong.push([name, first.text, again.text, changed?.text]);
  }
  expect(wrong).toEqual([]);
});
