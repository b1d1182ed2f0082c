import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoSpinPasscode } from '@copup/testkit/demo-accounts.ts';
import { isTooSlow } from '@copup/testkit/is-too-slow.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { asOperator, type LoadServer, openLoadServer, operator } from './load-server.fixture.ts';
import { describeRealms, endRealms, readOpenRealms } from './open-realms.ts';
import { type LoadOptions, parseOptions } from './options.ts';
import { LoadRealm } from './realm.ts';
import { smallTrace, textOf } from './replay/trace.fixture.ts';
import type { LoadResult } from './result.ts';
import { type RunView, runLoad } from './run-load.ts';

withoutAudit();

let server: LoadServer;
beforeAll(async () => {
  server = await openLoadServer();
  await server.app.deps.db.pool.query(
    `INSERT INTO settings (key, value) VALUES ('spinPasscode', to_jsonb($1::text))`,
    [demoSpinPasscode],
  );
  await server.app.deps.settings.refresh();
});
afterAll(async () => {
  await server.close();
});

afterEach(() => vi.restoreAllMocks());

const view: RunView = { status() {}, second() {} };

/** Ends the driver's wait for watchers that will not converge: after its first comparison 6 s seem to be over. */
function endWaitForWatchers(): void {
  const now = Date.now;
  setTimeout(() => vi.spyOn(Date, 'now').mockImplementation(() => now() + 6_000), 1_000);
}

function options(...args: string[]): LoadOptions {
  const small = [
    '--workers',
    '2',
    '--ramp',
    '200ms',
    '--url',
    server.app.url,
    '--database',
    server.database.url,
  ];
  const command = parseOptions([...args, ...small, ...asOperator], {});
  if (command.kind !== 'run') throw new Error('not a run');
  return command.options;
}

const run = (...args: string[]): Promise<LoadResult> =>
  runLoad(options(...args), args.join(' '), view, new AbortController().signal);

/** The kinds of errors of a run, except what a slow machine refuses. */
const errorsOf = ({ totals }: LoadResult): string[] =>
  Object.keys(totals.errorKinds).filter((kind) => !isTooSlow(kind.split(': ').at(-1)));

/** Counts the bids that the server has answered over sockets. */
async function bidsOverSockets(): Promise<number> {
  const { text } = await server.app.client.get('/:metrics');
  const counts = text.matchAll(/request_seconds_count\{.*bid\/:id".*transport="socket"\} (\d+)/g);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

// The timeout covers the length of the run and a slow machine.
describe('the load driver against a server', () => {
  it.each([
    ['watch', ['--clients', '20', '--rooms', '2', '--rate', '10', '--duration', '3s']],
    ['bid-storm', ['--clients', '10', '--rate', '20', '--duration', '2s']],
    ['bid-storm', ['--clients', '10', '--rate', '20', '--duration', '2s', '--transport', 'socket']],
  ])('passes %s and leaves no realm behind', { tags: ['full'] }, async (scenario, args) => {
    const overSocketsBefore = await bidsOverSockets();
    const result = await run(scenario, ...args, '--assert', 'divergent=0,lost=0,p99<60s,bids>5');
    const overSockets = args.includes('socket') ? result.latencies.bid.count : 0;
    expect((await bidsOverSockets()) - overSocketsBefore).toBe(overSockets);
    expect(errorsOf(result)).toEqual([]);
    expect(result.verdict.violations).toEqual([]);
    expect(result.isPassed).toBe(true);
    expect(result.verdict.compared).toBe(Number(args[1]));
    expect(result.latencies.delivery.count).toBeGreaterThan(result.latencies.lastWatcher.count);
    const { accepted, refused, errors } = result.totals;
    expect(accepted).toBe(result.latencies.bid.count - refused - errors);
    // Every acknowledged bid has a latency or counts as undelivered.
    const { overtaken } = result.totals;
    expect(result.latencies.lastWatcher.count + overtaken.undelivered).toBe(result.totals.outcomes.accepted);
    // All that the clients saw came from the one server.
    expect(result.servers).toMatchObject([
      {
        url: server.app.url,
        sockets: Number(args[1]),
        commands: result.latencies.bid.count,
        messages: result.totals.messages,
        delivery: { count: result.latencies.delivery.count, max: result.latencies.delivery.max },
        join: { count: result.latencies.join.count },
      },
    ]);
    expect(await server.openRealms()).toBe(0);
  });

  it.each<[title: string, args: string, refusals: string[]]>([
    ['C2 tap-storm', '--clients 10 --rooms 1 --rate 100 --duration 3s', ['CONTEST_ENDED']],
    ['C3, F1 card-game', '--clients 6 --rooms 2 --rate 5 --duration 4s', ['CONTEST_ENDED']],
    ['C4 math-game', '--clients 6 --rooms 2 --rate 9 --duration 4s --transport socket', ['CONTEST_ENDED']],
    ['W1, W3 wallet', '--clients 60 --rooms 2 --rate 4 --duration 4s', []],
    [
      'H2, H3, H4 heist-rush',
      '--clients 40 --rooms 2 --capacity 8 --rate 30 --duration 6s',
      ['HEIST_FULL', 'HEIST_NOT_OPEN', 'NO_TICKET'],
    ],
    ['B2, B4, T1, T7, G1 pastimes', '--clients 40 --rate 8 --duration 12s', ['LIMIT_REACHED', 'NO_FIXTURE']],
    ['all at once: day', '--clients 100 --rooms 2 --rate 6 --duration 10s', []],
  ])(
    'confirms %s: each command counts once, and every coin is where the receipts say',
    {
      tags: ['full'],
    },
    async (title, args, refusals) => {
      const scenario = title.split(' ').at(-1) ?? '';
      const isHeists = scenario === 'heist-rush';
      const asserted = `divergent=0,lost=0,doubled=0,unbalanced=0,${isHeists ? 'reception.max<60s' : 'bids>5'}`;
      const result = await run(scenario, ...args.split(' '), '--assert', asserted);
      expect(result.verdict.violations).toEqual([]);
      expect(result.isPassed).toBe(true);
      const { outcomes } = result.totals;
      for (const refusal of refusals) expect(outcomes[refusal]).toBeGreaterThan(0);
      // Plays after the end of a contest are refused, which the driver of contests counts as errors.
      if (!refusals.includes('CONTEST_ENDED')) expect(errorsOf(result)).toEqual([]);
      if (isHeists) expect(result.latencies.reception.count).toBe(16);
      // Replies of each kind were acknowledged.
      const checked = { pastimes: /bets|screenshots/, day: /./ }[scenario];
      for (const check of result.verdict.checks.filter((text) => checked?.test(text)))
        expect(check).not.toMatch(/^0 acknowledged/);
      // The teams that a run created are not offered any more.
      expect((await server.app.deps.db.pool.query('SELECT 1 FROM teams WHERE is_active')).rows).toEqual([]);
      expect(await server.openRealms()).toBe(0);
    },
  );

  it('H4, H9 detects a prize of another player and a ticket that does not exist', {
    tags: ['full'],
  }, async () => {
    const tampered: RunView = {
      ...view,
      judging: async ([id]) => {
        const { pool } = server.app.deps.db;
        const settled = 'SELECT 1 FROM heists WHERE id = $1 AND settled_at IS NOT NULL';
        while ((await pool.query(settled, [id])).rowCount === 0);
        const another = `(SELECT user_id FROM heist_tickets WHERE heist_id = ${id} AND user_id <> winner_id LIMIT 1)`;
        await server.database.asOwner(`
          BEGIN;
          SET LOCAL session_replication_role = 'replica';
          UPDATE heists SET winner_id = ${another}, winner_username =
            (SELECT username FROM users WHERE id = ${another}) WHERE id = ${id};
          DELETE FROM heist_tickets WHERE heist_id = ${id} AND no = 1;
          COMMIT`);
      },
    };
    const args = ['heist-rush', '--clients', '12', '--capacity', '6', '--duration', '6s'];
    const { verdict, isPassed } = await runLoad(options(...args), '', tampered, new AbortController().signal);
    expect(isPassed).toBe(false);
    expect(verdict).toMatchObject({ isRight: false, lost: 1 });
    for (const part of ['I3: ', 'I4: ', 'does not exist', 'counts'])
      expect(verdict.violations.join('\n')).toContain(part);
    expect(await server.openRealms()).toBe(0);
  });

  it('P3, C2 detects taps that do not count and a balance that no receipt explains', {
    tags: ['full'],
  }, async () => {
    const tampered: RunView = {
      ...view,
      judging: async ([id]) => {
        const { pool } = server.app.deps.db;
        const settled = 'SELECT 1 FROM contests WHERE id = $1 AND settled_at IS NOT NULL';
        while ((await pool.query(settled, [id])).rowCount === 0);
        await server.database.asOwner(`
          BEGIN;
          SET LOCAL session_replication_role = 'replica';
          UPDATE contest_scores SET score = score - 1 WHERE contest_id = ${id} AND user_id =
            (SELECT winner_id FROM contests WHERE id = ${id});
          UPDATE wallets SET available = available + 7 WHERE user_id = (SELECT winner_id FROM contests WHERE id = ${id});
          COMMIT`);
      },
    };
    const args = ['tap-storm', '--clients', '4', '--rooms', '1', '--rate', '20', '--duration', '2s'];
    const { verdict, isPassed } = await runLoad(options(...args), '', tampered, new AbortController().signal);
    expect(isPassed).toBe(false);
    expect(verdict).toMatchObject({ isRight: false, lost: 1, doubled: 0, unbalancedCoins: 7 });
    for (const part of ['replies give', 'coins, the receipts give', 'I2: ', 'I4: '])
      expect(verdict.violations.join('\n')).toContain(part);
    expect(await server.openRealms()).toBe(0);
  });

  it('detects a falsified frame, a falsified bid and added coins', { tags: ['full'] }, async () => {
    const tampered: RunView = {
      ...view,
      // Writes as the database owner without triggers or a new version, so that no update is published.
      judging: async ([id]) => {
        await server.database.asOwner(`
          BEGIN;
          SET LOCAL session_replication_role = 'replica';
          UPDATE auctions SET current_bid_amount = current_bid_amount + 1 WHERE id = ${id};
          UPDATE bids SET price = price + 1 WHERE auction_id = ${id} AND seq = 2;
          UPDATE wallets SET available = available + 7 WHERE user_id =
            (SELECT user_id FROM auction_entries WHERE auction_id = ${id} LIMIT 1);
          COMMIT`);
        endWaitForWatchers();
      },
    };
    const args = ['watch', '--clients', '6', '--rooms', '1', '--rate', '10', '--duration', '2s'];
    const { verdict, isPassed } = await runLoad(options(...args), '', tampered, new AbortController().signal);
    expect(isPassed).toBe(false);
    expect(verdict).toMatchObject({ isRight: false, compared: 6, divergent: 6, lost: 1, doubled: 0 });
    expect(verdict.unbalancedCoins).toBe(7);
    for (const part of ['the chain breaks at bid 2', 'is not in the history as acknowledged', 'I1: ', 'I5: '])
      expect(verdict.violations.join('\n')).toContain(part);
    expect(await server.openRealms()).toBe(0);
  });

  it('O2 replays the exported trace of a room: the same joins, reconnects and bids', {
    tags: ['full'],
  }, async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'copup-trace-')), 'room.jsonl');
    writeFileSync(file, textOf(smallTrace));
    const result = await run('replay', file, '--assert', 'divergent=0,lost=0,doubled=0,unbalanced=0');
    expect(result.verdict.violations).toEqual([]);
    expect(result.isPassed).toBe(true);
    expect(result.totals).toMatchObject({ sockets: 7 });
    expect(result.totals.joins).toBeGreaterThanOrEqual(6);
    const sent = Object.values(result.totals.outcomes).reduce((sum, count) => sum + count, 0);
    expect(sent).toBe(5);
    expect(result.verdict.checks[0]).toContain('7 joins, of them 1 reconnects, and 5 bids at their times');
    expect(await server.openRealms()).toBe(0);
  });

  it('O5 lists the realm of a driver that was killed, and ends it, or all that are open', async () => {
    const open = async () => {
      const { realm } = await LoadRealm.open(
        server.app.url,
        operator,
        { users: 2, coins: 5 },
        { signal: new AbortController().signal },
      );
      return realm;
    };
    const target = { url: server.app.url, operator };
    const realms = [await open(), await open(), await open()];
    const listed = await readOpenRealms(target);
    expect(listed.map(({ id }) => id)).toEqual(realms.toReversed());
    const [, , ...lines] = describeRealms(listed, server.app.url).split('\n');
    expect(lines.map((line) => line.split(/ +/).slice(0, 4))).toEqual(
      realms.toReversed().map((id) => [String(id), '2', '10', 'running']),
    );
    const [first = 0, ...others] = realms;
    expect(await endRealms(target, first)).toEqual([first]);
    await expect(endRealms(target, 999_999)).rejects.toThrow('There is no load test 999999');
    expect(await endRealms(target, 'all')).toEqual(others.toReversed());
    expect([await server.openRealms(), await endRealms(target, 'all')]).toEqual([0, []]);
    expect(describeRealms([], server.app.url)).toBe(`No load test is open on ${server.app.url}.`);
  });

  it('leaves no realm behind when it is interrupted', { tags: ['full'] }, async () => {
    const stop = new AbortController();
    const interrupting: RunView = { ...view, second: () => stop.abort(new Error('interrupted')) };
    const { stopped, realm } = await runLoad(
      options('join-storm', '--clients', '6', '--duration', '30s'),
      '',
      interrupting,
      stop.signal,
    );
    expect(stopped).toMatchObject({ kind: 'failed', reason: 'interrupted' });
    expect(realm?.remains).toBeNull();
    expect(await server.openRealms()).toBe(0);
  });
});
