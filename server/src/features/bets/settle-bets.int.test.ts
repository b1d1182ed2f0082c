import { AdminFixtureDetail, OwnBet } from '@copup/shared/bets.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ActiveBet, BetWorld, type TestFixture } from '../../../test/bet-world.ts';
import { auditLedger } from '../../audit.ts';
import { endBets } from './end-bets.ts';

let app: TestApp;
let world: BetWorld;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new BetWorld(app, await app.signIn({ role: 1 }));
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  await app?.close();
});

const ownOf = async (by: SignedInClient) => OwnBet.parse((await by.get('/bet/my-bets')).body[0]);
const coinsOf = ({ creator, opponent }: ActiveBet) =>
  Promise.all([world.availableOf(creator), world.availableOf(opponent)]);
const fixtureOf = async ({ id }: TestFixture) =>
  AdminFixtureDetail.parse((await world.operator.get(`/admin/fixtures/${id}`)).body);

describe('B2, B4 the result of a fixture', () => {
  it.each([
    ['team_a', [190, 0], ['won', 'lost'], undefined],
    ['team_b', [0, 190], ['lost', 'won'], undefined],
    ['draw', [100, 100], ['returned', 'returned'], 'The match is a draw.'],
    ['abandoned', [100, 100], ['returned', 'returned'], 'The match is abandoned.'],
  ])('%s pays %j and notifies both players', async (result, coins, outcomes, reason) => {
    const fixture = await world.fixture();
    const bet = await world.active(fixture, { title: `Result ${result}` });
    await world.kickOff(fixture);
    const { status, body } = await world.result(fixture, result, await world.anOperator());
    expect([status, AdminFixtureDetail.parse(body).result]).toEqual([200, result]);
    expect(await coinsOf(bet)).toEqual(coins);
    expect(await world.bet(bet.id)).toMatchObject({ status: 'settled', result, escrow: 0 });
    const seen = [await ownOf(bet.creator), await ownOf(bet.opponent)];
    expect(seen.map(({ outcome }) => outcome)).toEqual(outcomes);
    expect(seen.map(({ received_points }) => received_points)).toEqual(coins);
    const notices = [await world.notices(bet.creator), await world.notices(bet.opponent)];
    const ends = notices.map((own) =>
      own.filter(({ kind }) => kind !== 'bet').map(({ kind, details }) => [kind, details.reason]),
    );
    expect(ends).toEqual(
      outcomes.map((outcome) => [[outcome === 'returned' ? 'refunded' : outcome, reason]]),
    );
    expect((await fixtureOf(fixture)).state).toBe('settled');
  });

  it('counts for the teams of each bet, whichever of them its creator backs', async () => {
    const fixture = await world.fixture();
    const swapped = { team_a: fixture.teamB.id, team_b: fixture.teamA.id };
    const [home, away] = [await world.active(fixture), await world.active(fixture, swapped)];
    await world.kickOff(fixture);
    await (await world.anOperator()).post(`/admin/fixtures/${fixture.id}/result`, {
      result: 'team_b',
      goals_a: 1,
      goals_b: 3,
    });
    await world.endDue();
    expect([await coinsOf(home), await coinsOf(away)]).toEqual([
      [0, 190],
      [190, 0],
    ]);
    expect(await ownOf(away.creator)).toMatchObject({ result: 'team_a', goals_a: 3, goals_b: 1 });
    expect(await ownOf(home.creator)).toMatchObject({ result: 'team_b', goals_a: 1, goals_b: 3 });
  });

  it('is refused before kickoff, a second time, and with goals that do not agree', async () => {
    const fixture = await world.fixture();
    const path = `/admin/fixtures/${fixture.id}/result`;
    const by = await world.anOperator();
    const codes = async (body: object) => {
      const reply = await by.post(path, body);
      return [reply.status, reply.body.code];
    };
    expect(await codes({ result: 'team_a' })).toEqual([409, 'MATCH_NOT_STARTED']);
    for (const goals of [{ goals_a: 1 }, { goals_a: 1, goals_b: 2 }, { goals_a: 1, goals_b: 1 }])
      expect(await codes({ result: 'team_a', ...goals })).toEqual([400, 'VALIDATION_FAILED']);
    await world.kickOff(fixture);
    const headers = { 'idempotency-key': 'result-1' };
    const first = await by.post(path, { result: 'team_a' }, headers);
    expect((await by.post(path, { result: 'team_a' }, headers)).status).toBe(first.status);
    expect(await codes({ result: 'team_a' })).toEqual([409, 'RESULT_EXISTS']);
    expect((await fixtureOf(fixture)).corrections).toBe(0);
  });

  it('abandoned before kickoff returns pending and active bets, and takes no new ones', async () => {
    const fixture = await world.fixture();
    const [active, pending] = [await world.active(fixture), await world.pending(fixture)];
    await world.result(fixture, 'abandoned', await world.anOperator());
    expect(await coinsOf(active)).toEqual([100, 100]);
    expect(await world.availableOf(pending.creator)).toBe(100);
    expect(await world.bet(pending.id)).toMatchObject({ status: 'cancelled', cancel_cause: 'abandoned' });
    expect((await world.create(await world.player(), fixture)).body.code).toBe('NO_FIXTURE');
  });
});

describe('B2 a fixture without a result', () => {
  it('returns the stakes 72 h after kickoff and flags the bets', async () => {
    const fixture = await world.fixture();
    const bet = await world.active(fixture);
    await world.kickOff(fixture, 71);
    expect(await world.bet(bet.id)).toMatchObject({ status: 'active', escrow: 200 });
    expect((await fixtureOf(fixture)).state).toBe('due');
    await world.kickOff(fixture, 72);
    expect(await world.bet(bet.id)).toEqual({
      status: 'cancelled',
      result: null,
      cancel_cause: 'no_result',
      escrow: 0,
      is_flagged: true,
    });
    expect(await coinsOf(bet)).toEqual([100, 100]);
    const flagged = (await world.operator.get('/admin/bets?flagged=true')).body as { id: number }[];
    expect(flagged.some(({ id }) => id === bet.id)).toBe(true);
    expect((await fixtureOf(fixture)).state).toBe('returned');
    await world.result(fixture, 'team_a', await world.anOperator());
    expect(await coinsOf(bet)).toEqual([100, 100]);
  });
});

describe('B4 settlement in chunks', () => {
  it('B2, B4 a locked wallet and a locked bet keep no other bet of the fixture', async () => {
    const fixture = await world.fixture();
    const pending = [await world.pending(fixture), await world.pending(fixture)] as const;
    const active = [
      await world.active(fixture),
      await world.active(fixture),
      await world.active(fixture),
    ] as const;
    const by = await world.anOperator();
    const lock = await app.deps.db.pool.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT 1 FROM wallets WHERE user_id = ANY($1) FOR UPDATE', [
        [pending[0].creator.user.id, active[0].opponent.user.id],
      ]);
      await lock.query('SELECT 1 FROM bets WHERE id = $1 FOR UPDATE', [active[1].id]);
      await world.kickOff(fixture);
      expect(await world.bet(pending[1].id)).toMatchObject({ status: 'cancelled' });
      await by.post(`/admin/fixtures/${fixture.id}/result`, { result: 'team_a' });
      await endBets(app.deps, fixture.id);
      expect(await coinsOf(active[2])).toEqual([190, 0]);
      for (const { id } of active.slice(0, 2)) expect((await world.bet(id)).status).toBe('active');
      expect((await world.bet(pending[0].id)).status).toBe('pending');
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await world.endDue();
    for (const bet of active) expect(await coinsOf(bet)).toEqual([190, 0]);
    expect(await world.availableOf(pending[0].creator)).toBe(100);
    expect((await fixtureOf(fixture)).state).toBe('settled');
  });

  it('B2 an abandoned match is due before its kickoff until a bet that was locked is closed', async () => {
    const fixture = await world.fixture();
    const { id, creator } = await world.pending(fixture);
    const lock = await app.deps.db.pool.connect();
    try {
      await lock.query('BEGIN');
      await lock.query('SELECT 1 FROM bets WHERE id = $1 FOR UPDATE', [id]);
      await world.result(fixture, 'abandoned', await world.anOperator());
      expect((await world.bet(id)).status).toBe('pending');
    } finally {
      await lock.query('ROLLBACK');
      lock.release();
    }
    await world.endDue();
    expect(await world.availableOf(creator)).toBe(100);
    expect(await fixtureOf(fixture)).toMatchObject({ state: 'settled', pending_bets: 0 });
  });

  it('goes on behind a bet that fails, which a later run settles', async () => {
    const fixture = await world.fixture();
    const bets: ActiveBet[] = [];
    for (let nth = 0; nth < 3; nth += 1) bets.push(await world.active(fixture, { stake_points: 10 }));
    const broken = bets[1] as ActiveBet;
    const pending = await world.pending(fixture);
    await app.asOwner(`CREATE FUNCTION break_bet() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'broken'; END $$;
      CREATE TRIGGER break_bet BEFORE UPDATE ON bets FOR EACH ROW WHEN (OLD.id IN (${broken.id}, ${pending.id}))
        EXECUTE FUNCTION break_bet()`);
    await world.kickOff(fixture);
    const by = await world.anOperator();
    await by.post(`/admin/fixtures/${fixture.id}/result`, { result: 'draw' });
    await world.endDue();
    const statuses = async () =>
      Promise.all([...bets.map(({ id }) => id), pending.id].map(async (id) => (await world.bet(id)).status));
    expect(await statuses()).toEqual(['settled', 'active', 'settled', 'pending']);
    expect((await fixtureOf(fixture)).state).toBe('settling');
    await app.asOwner('DROP TRIGGER break_bet ON bets; DROP FUNCTION break_bet()');
    // Two servers at once.
    await Promise.all([world.endDue(), world.endDue()]);
    expect(await statuses()).toEqual(['settled', 'settled', 'settled', 'cancelled']);
    expect((await fixtureOf(fixture)).state).toBe('settled');
    expect(await coinsOf(broken)).toEqual([10, 10]);
  });
});
