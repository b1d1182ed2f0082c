import { DryRunFigures } from '@copup/shared/dry-runs.ts';
import { liveSubjects, type SubjectKindName, subjectKinds } from '@copup/shared/live-subjects.ts';
import { Operator } from '@copup/testkit/players.ts';
import { withoutAudit } from '@copup/testkit/without-audit.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoadServer, openLoadServer, operator } from './load-server.fixture.ts';
import { LoadRealm } from './realm.ts';
import type { Rehearsed } from './rehearsal.ts';
import { runRehearsal } from './run-rehearsal.ts';

withoutAudit();

const PLAYERS = 20;
const COINS = 100_000;

const HOUR_MS = 3_600_000;
/** What an operator enters, beside the end. */
const terms: Readonly<Record<SubjectKindName, object>> = {
  auction: { name: 'Kettle', category: 'product', price: 100, entry_bid_points: 5, bid_increment: 3 },
  contest: { kind: 'tap', title: 'A tap contest', entry_fee: 10, prize: 15, minimum_users: 2 },
  heist: {
    ...{ name: 'Vault', category: 'cash', prize: 15, prize_name: '15 coins', ticket_price: 10 },
    ...{ question: 'What opens it?', answers: ['The golden key'], capacity: 100, minimum_users: 2 },
    starts_at: new Date(Date.now() + HOUR_MS / 2).toISOString(),
  },
};

let server: LoadServer;
beforeAll(async () => {
  server = await openLoadServer();
});
afterAll(() => server.close());

describe.each(subjectKinds)('O7 the rehearsal of a %s', (kind) => {
  it('plays a copy with its terms, without a wrong state or coin', {
    tags: kind === 'auction' ? [] : ['full'],
  }, async () => {
    const { url } = server.app;
    const admin = await Operator.signIn(url, operator.email, operator.password);
    const { plural } = liveSubjects[kind];
    const end_date = new Date(Date.now() + HOUR_MS).toISOString();
    const subject = await admin.call<Rehearsed[typeof kind]>('POST', `/admin/${plural}`, {
      ...{ ...terms[kind], end_date },
    });
    const realm = new LoadRealm(admin, await admin.createLoadTest(PLAYERS, COINS));
    const saw = await runRehearsal(subject, {
      ...{ url, kind, realm, coins: COINS, durationMs: 9_000, seed: 3 },
      ...{ signal: new AbortController().signal, databaseUrl: server.database.url },
    });
    const copies = await realm.listSubjects(kind);
    const figures = DryRunFigures.parse(saw);
    expect(figures).toMatchObject({
      stopped: null,
      violations: [],
      divergent: 0,
      lost: 0,
      doubled: 0,
      unbalanced: 0,
    });
    expect(figures.accepted).toBeGreaterThanOrEqual(PLAYERS);
    expect(copies).toHaveLength(1);
    expect(figures.ended?.status).toMatch(/^(completed|ended)$/);
    await realm.close([url]);
  });
});
