import { EXACT_TOTAL } from '@copup/shared/list-totals.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { createUsers } from '@copup/testkit/builders.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentRange, searchPattern } from './operator-list.ts';

/** Above the bound, so that the total is estimated; the users of a load test are below it. */
const USERS = EXACT_TOTAL + 500;
const OF_REALM = 60;
const REALM = 77;

let app: TestApp;
let operator: SignedInClient;
/** All names, in the order of the list. */
let names: string[];

beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1, username: 'zz_operator' });
  await createUsers(app.deps.db, USERS, { username: 'many' });
  await createUsers(app.deps.db, OF_REALM, { username: 'few', realm: REALM });
  await app.asOwner('ANALYZE users');
  const { rows } = await app.deps.db.pool.query<{ username: string }>(
    'SELECT username::text FROM users WHERE realm = 0 ORDER BY username',
  );
  names = rows.map(({ username }) => username);
});
afterAll(() => app?.close());

async function list(query: string): Promise<{ names: string[]; range: string; total: number }> {
  const reply = await operator.get(`/admin/users?sort=username&order=ASC&${query}`);
  expect(reply.status).toBe(200);
  const range = reply.headers.get('content-range') ?? '';
  const listed = reply.body.map(({ username }: { username: string }) => username);
  return { names: listed, range, total: Number(range.split('/')[1]) };
}

describe('O3 totals of an operators’ list', () => {
  it('are exact up to the bound', async () => {
    expect((await list(`realm=${REALM}&perPage=25`)).range).toBe(`users 0-24/${OF_REALM}`);
    expect((await list(`realm=${REALM}&perPage=25&page=4`)).range).toBe(`users */${OF_REALM}`);
  });

  it('are estimated above it, and exact on a page that is not full', async () => {
    const { total, names: first } = await list('perPage=25');
    expect(first).toEqual(names.slice(0, 25));
    expect(Math.abs(total - names.length)).toBeLessThan(names.length / 5);
    expect((await list('perPage=1000&page=1')).total).toBe(total);
    // Doubles the planner's estimate of the rows; the list must still end with its last row.
    await app.asOwner(`UPDATE pg_class SET reltuples = reltuples * 2 WHERE relname = 'users'`);
    const doubled = await list('perPage=25');
    expect(doubled.total).toBeGreaterThan(1.5 * names.length);
    const end = Math.ceil(names.length / 1_000);
    const short = await list(`perPage=1000&page=${end}`);
    expect(short.names).toEqual(names.slice(1_000 * (end - 1)));
    expect(short.total).toBe(names.length);
    await app.asOwner('ANALYZE users');
  });
});

describe('O3 the pages of an operators’ list', () => {
  it('are all rows once, in order, where the estimate is right, and are reversed with the order', async () => {
    const { total } = await list('perPage=100');
    expect(total).toBe(names.length);
    const listed: string[] = [];
    for (let page = 1; page <= Math.ceil(total / 100); page += 1)
      listed.push(...(await list(`perPage=100&page=${page}`)).names);
    expect(listed).toEqual(names);
    const falling = await operator.get('/admin/users?sort=username&order=DESC&perPage=3');
    expect(falling.body.map(({ username }: { username: string }) => username)).toEqual(
      names.slice(-3).reverse(),
    );
  });

  it('end with the last rows, even if the estimate is wrong', async () => {
    for (const factor of [2, 0.8]) {
      await app.asOwner(
        `UPDATE pg_class SET reltuples = ${Math.round(names.length * factor)} WHERE relname = 'users'`,
      );
      const { total } = await list('perPage=25');
      const last = await list(`perPage=25&page=${Math.ceil(total / 25)}`);
      expect(last.names.at(-1)).toBe(names.at(-1));
      expect(last.names).toEqual(names.slice(-last.names.length));
      expect(last.range).toMatch(new RegExp(`^users \\d+-${total - 1}/${total}$`));
    }
    await app.asOwner('ANALYZE users');
  });
});

it('O3 a search matches a part of a name or an address; with one or two characters, its beginning; wildcards are plain characters', async () => {
  const found = async (q: string) => (await list(`realm=${REALM}&q=${encodeURIComponent(q)}`)).total;
  expect(await found('EW_1')).toBe(11);
  expect(await found('few_1@')).toBe(1);
  expect(await found('fe')).toBe(OF_REALM);
  expect(await found('ew')).toBe(0);
  expect(await found('%')).toBe(0);
  expect(searchPattern('a_b%')).toBe('%a\\_b\\%%');
  expect(searchPattern('ab')).toBe('ab%');
  expect(contentRange('users', { page: 2, perPage: 25 }, 0, 9)).toBe('users */9');
});
