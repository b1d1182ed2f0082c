import { hasRight, operatorRoles, type Right } from '@copup/shared/rights.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiClient } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BetWorld } from './bet-world.ts';
import { type JsonSchema, valuesOf } from './schema-values.ts';
import { newTask, toDataUrl } from './task-world.ts';
import { newPicture, TradeWorld } from './trade-world.ts';

/** Requests that are sent at once. */
const AT_ONCE = 16;

interface Operation {
  security: unknown[];
  'x-right'?: Right;
  responses: Record<string, { content?: Record<string, { schema?: JsonSchema }> }>;
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}
interface Route {
  name: string;
  method: string;
  path: string;
  operation: Operation;
  /** Who may call it, as the API document says. */
  access: 'public' | 'user' | 'player' | 'operator';
  needsRecentSignIn: boolean;
  /** What an operator's role needs (S8). */
  right: Right | undefined;
}
type Actor = Awaited<ReturnType<typeof createActors>>[number];

let app: TestApp;
let routes: Route[];
let operator: SignedInClient;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  operator = await app.signIn({ role: 1 });
  routes = listRoutes();
});
afterAll(() => app?.close());

function listRoutes(): Route[] {
  const { paths } = app.app.swagger() as unknown as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const codes = JSON.stringify(operation.responses['403'] ?? {});
      const isForPlayers = codes.includes('"OPERATORS_CANNOT_PLAY"');
      const isPublic = operation.security.length === 0;
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operation,
        right: operation['x-right'],
        access: path.startsWith('/api/admin/')
          ? 'operator'
          : isPublic
            ? 'public'
            : isForPlayers
              ? 'player'
              : 'user',
        // Own data needs it for some values only, after the body is read.
        needsRecentSignIn: path.startsWith('/api/admin/') && codes.includes('"REAUTH_NEEDED"'),
      } as const;
    }),
  );
}

/** Sends a request without a body, with this id in each place of the path. Returns the status and the code. */
async function send({ method, path }: Route, token: string | undefined, id: string): Promise<string> {
  const reply = await fetch(`${app.url}${path.replace(/\{\w+\}/g, encodeURIComponent(id))}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
  const { code = '' } = (await reply.json().catch(() => ({}))) as { code?: string };
  return `${reply.status} ${code}`.trim();
}

async function createActors() {
  const [player, signedOut, demoted, deleted] = [
    await app.signIn(),
    await app.signIn(),
    await app.signIn({ role: 1 }),
    await app.signIn(),
  ];
  const stale = await app.signIn({ role: 1 });
  await signedOut.post('/auth/logout', {});
  const { pool } = app.deps.db;
  const load = (await operator.post('/admin/load-tests', { users: 1, bid_points: 10 })).body;
  await pool.query('UPDATE users SET role = 0 WHERE id = $1', [demoted.user.id]);
  await pool.query('UPDATE users SET deleted_at = clock_timestamp() WHERE id = $1', [deleted.user.id]);
  await pool.query(
    "UPDATE sessions SET authenticated_at = clock_timestamp() - interval '1 day' WHERE user_id = $1",
    [stale.user.id],
  );
  const [head, body, signature = ''] = player.token.split('.');
  const forged = `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
  const stranger = () => '401 NOT_SIGNED_IN';
  const asPlayer = ({ access }: Route) => (access === 'operator' ? '403 FORBIDDEN' : undefined);
  const asOperator = ({ access }: Route) => (access === 'player' ? '403 OPERATORS_CANNOT_PLAY' : undefined);
  const roles = await Promise.all(
    operatorRoles.map(async (operatorRole) => ({
      name: `an operator with the role ${operatorRole}`,
      token: (await app.signIn({ operatorRole })).token,
      refusal: (route: Route) =>
        asOperator(route) ??
        (route.right && !hasRight(operatorRole, route.right) ? '403 RIGHT_NEEDED' : undefined),
    })),
  );
  return [
    { name: 'a visitor', token: undefined, refusal: stranger },
    { name: 'a forged token', token: forged, refusal: stranger },
    { name: 'a user who signed out', token: signedOut.token, refusal: () => '401 SESSION_ENDED' },
    { name: 'a deleted user', token: deleted.token, refusal: () => '401 SESSION_ENDED' },
    { name: 'a player', token: player.token, refusal: asPlayer },
    { name: 'a player of a load test', token: load.users[0].token as string, refusal: asPlayer },
    { name: 'a former operator', token: demoted.token, refusal: asPlayer },
    // They end the load test.
    ...roles,
    {
      name: 'an operator with an old sign-in',
      token: stale.token,
      refusal: (route: Route) =>
        asOperator(route) ?? (route.needsRecentSignIn ? '403 REAUTH_NEEDED' : undefined),
    },
  ];
}

/** The rows of a user in every table that names one, without the last use of their sessions, which is written a while later. */
async function rowsOf(userId: string): Promise<Record<string, string>> {
  const { rows: tables } = await app.deps.db.pool.query<{ name: string }>(
    `SELECT c.table_name AS name FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND c.column_name = 'user_id' AND t.table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const later = name === 'sessions' ? '{last_used_at,network}' : '{}';
    const { rows } = await app.deps.db.pool.query<{ rows: string }>(
      `SELECT coalesce(string_agg(row, E'\\n' ORDER BY row), '') AS rows
       FROM (SELECT (to_jsonb(t) - $2::text[])::text AS row FROM ${name} t WHERE user_id = $1) AS r`,
      [userId, later],
    );
    found[name] = rows[0]?.rows ?? '';
  }
  return found;
}

const refusals = /^(401|403 (FORBIDDEN|OPERATORS_CANNOT_PLAY|REAUTH_NEEDED|RIGHT_NEEDED))/;

describe('S8, X13 routes and actors', () => {
  it('every route of the API document refuses whom it is not for, before it reads a body, and no other actor', async () => {
    expect(new Set(routes.map(({ access }) => access)).size).toBe(4);
    expect(routes.length).toBeGreaterThan(200);
    const commands = routes.filter(({ access, method }) => access === 'operator' && method !== 'GET');
    expect(commands.filter(({ right }) => !right)).toEqual([]);
    expect(commands.length).toBeGreaterThan(60);
    const actors = await createActors();
    const cells = actors.flatMap((actor) => routes.map((route) => [actor, route] as const));
    const wrong: string[] = [];
    const check = async ([{ name, token, refusal }, route]: readonly [Actor, Route]) => {
      // They end the actor's session, or count as an attack on it.
      if (/logout|sessions\/end|renew/.test(route.path) && refusal(route) === undefined) return;
      const expected = route.access === 'public' ? undefined : refusal(route);
      const reply = await send(route, token, '1');
      const isRight = expected === undefined ? !refusals.test(reply) : reply === expected;
      if (!isRight) wrong.push(`${route.name} for ${name}: ${reply}, not ${expected ?? 'admitted'}`);
    };
    for (let at = 0; at < cells.length; at += AT_ONCE) {
      await Promise.all(cells.slice(at, at + AT_ONCE).map(check));
    }
    expect(wrong).toEqual([]);
  });

  it('no route shows or changes what belongs to another player, called with the real ids of their rows', async () => {
    const owner = await app.signIn({ coins: 5_000 });
    const { ids, secrets } = await createRows(owner);
    expect([...ids, ...Object.values(secrets)]).not.toContain('undefined');
    const before = await rowsOf(owner.user.id);
    const stranger = await app.signIn();
    const shown: string[] = [];
    for (const route of routes.filter(({ access }) => access === 'user' || access === 'player')) {
      if (/logout|sessions\/end|renew|\/user\/delete$/.test(route.path)) continue;
      const isById = route.path.includes('{');
      for (const id of isById ? ids : ['']) {
        const text = await call(stranger, route, id);
        for (const [what, secret] of Object.entries(secrets)) {
          if (text.includes(secret)) shown.push(`${route.name} shows the ${what}`);
        }
      }
    }
    expect(shown).toEqual([]);
    expect(await rowsOf(owner.user.id)).toEqual(before);
  });
});

/** Creates rows of a player, and returns their ids and what only the player and operators may read. */
async function createRows(owner: SignedInClient) {
  const trades = new TradeWorld(app, operator);
  const bets = new BetWorld(app, operator);
  const traderId = await trades.trader();
  const { trade } = (await trades.buy(owner, traderId)).body;
  // Its notice.
  await operator.post(`/admin/trades/${trade.id}/reject`, { reason: 'No payment' });
  const { bet } = (await bets.create(owner, await bets.fixture())).body;
  const task = (await operator.post('/admin/tasks', newTask())).body.id;
  await owner.post(`/task/tasks/${task}/upload`, { screenshot: toDataUrl(await newPicture()) });
  const end_date = new Date(Date.now() + 3_600_000).toISOString();
  const item = { name: 'Kettle', category: 'product', price: 10, entry_bid_points: 5, end_date };
  const auction = (await operator.post('/admin/auctions', item)).body.id;
  await owner.post(`/auction/pay-entry/${auction}`, {});
  await owner.put(`/auction/max/${auction}`, { amount: 50 });
  const payment = { price: 2_000, bid_points: 20, sender_account_name: 'Canary Sender' };
  const { id: paymentId, reference } = (await owner.post('/manualPayment/manual-payment', payment)).body;
  const [notice] = (await owner.get('/user/notifications')).body.items;
  const [session] = (await owner.get('/auth/sessions')).body.sessions;
  const { email } = (await owner.get('/user/profile')).body;
  const rows = [trade.id, bet.bet_id, task, auction, paymentId, notice.id, session.id, owner.user.id];
  return { ids: rows.map(String), secrets: { email, reference, sender: payment.sender_account_name } };
}

/** Calls a route with a body that its schema accepts. Returns the reply's text. */
async function call(client: ApiClient, { method, path, operation }: Route, id: string): Promise<string> {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const [body] = schema ? fc.sample(valuesOf(schema), { seed: 1, numRuns: 1 }) : [];
  const reply = await fetch(`${app.url}${path.replace(/\{\w+\}/g, encodeURIComponent(id))}`, {
    method,
    headers: {
      authorization: `Bearer ${client.token}`,
      ...(schema && { 'content-type': 'application/json' }),
    },
    ...(schema && { body: JSON.stringify(body) }),
  });
  return reply.text();
}
