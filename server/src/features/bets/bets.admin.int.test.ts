import { AdminBet, AdminFixture, AdminFixtureDetail, AdminTeam } from '@copup/shared/bets.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import type { ApiReply } from '@copup/testkit/client.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BetWorld, type TestFixture } from '../../../test/bet-world.ts';
import { auditLedger } from '../../audit.ts';
import { cancelBetsOf } from './cancel-realm.ts';

let app: TestApp;
let world: BetWorld;
let fixture: TestFixture;
beforeAll(async () => {
  app = await startApp({ overrides: { limitRules: noLimits } });
  world = new BetWorld(app, await app.signIn({ role: 1 }));
  fixture = await world.fixture();
});
afterAll(async () => {
  expect((await auditLedger(app.deps.db)).errors).toEqual([]);
  await app?.close();
});

const codeOf = ({ status, body }: ApiReply) => `${status} ${body.code}`;
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const logOf = (kind: string, id: number) =>
  world
    .query<{ action: string }>(
      'SELECT action FROM admin_audit WHERE subject_kind = $1 AND subject_id = $2 ORDER BY id',
      [kind, String(id)],
    )
    .then((rows) => rows.map(({ action }) => action));
const approve = async (by: SignedInClient, reply: ApiReply) => {
  expect([reply.status, reply.body.status]).toEqual([202, 'pending']);
  return by.post(`/admin/approvals/${reply.body.approval_id}/approve`);
};
const resultOf = (id: number, body: object, by: SignedInClient) =>
  by.post(`/admin/fixtures/${id}/result`, body);

describe('O3 teams and fixtures', () => {
  it('are created, edited, listed and logged', async () => {
    const team = AdminTeam.parse(await world.team({ name: 'Ọ̀yọ́ Warriors' }));
    expect(team).toMatchObject({ name: 'Ọ̀yọ́ Warriors', is_active: true, fixtures: 0 });
    expect(
      codeOf(await world.operator.post('/admin/teams', { name: 'ọ̀yọ́ warriors', crest: team.crest })),
    ).toBe('400 VALIDATION_FAILED');
    const edited = await world.operator.put(`/admin/teams/${team.id}`, { crest: 'bend-d1270f-f5f4ef' });
    expect(edited.body).toMatchObject({ name: 'Ọ̀yọ́ Warriors', crest: 'bend-d1270f-f5f4ef' });
    expect(await logOf('team', team.id)).toEqual(['team.create', 'team.edit']);
    const found = await world.operator.get('/admin/teams?q=warriors&is_active=true');
    expect([found.body.length, found.headers.get('content-range')]).toEqual([1, 'teams 0-0/1']);
  });

  it('of a match are two teams at a time in the future, once', async () => {
    const { teamA, teamB, kickoff } = fixture;
    const body = { team_a: teamA.id, team_b: teamB.id, kickoff };
    const create = (over: object) => world.operator.post('/admin/fixtures', { ...body, ...over });
    expect(codeOf(await create({}))).toBe('409 FIXTURE_EXISTS');
    expect(codeOf(await create({ team_a: teamB.id, team_b: teamA.id }))).toBe('409 FIXTURE_EXISTS');
    expect(codeOf(await create({ team_b: teamA.id }))).toBe('400 VALIDATION_FAILED');
    expect(codeOf(await create({ kickoff: hours(-1) }))).toBe('400 VALIDATION_FAILED');
    expect(codeOf(await create({ team_a: 999_999 }))).toBe('404 TEAM_NOT_FOUND');
    expect(codeOf(await create({ realm: 77 }))).toBe('400 VALIDATION_FAILED');
  });

  it('keep their teams once there is a bet; a moved kickoff takes bets again', async () => {
    const own = await world.fixture();
    const team = await world.team();
    const path = `/admin/fixtures/${own.id}`;
    expect((await world.operator.put(path, { team_b: team.id })).status).toBe(200);
    expect((await world.operator.put(path, { team_b: own.teamB.id })).status).toBe(200);
    await world.pending(own);
    expect(codeOf(await world.operator.put(path, { team_b: team.id }))).toBe('409 FIXTURE_NOT_EDITABLE');
    await world.kickOff(own);
    expect((await world.create(await world.player(), own)).body.code).toBe('NO_FIXTURE');
    const moved = await world.operator.put(path, { kickoff: hours(30) });
    expect(AdminFixtureDetail.parse(moved.body)).toMatchObject({ state: 'upcoming', cancelled_bets: 1 });
    const later = await world.pending(own);
    await world.kickOff(own);
    expect((await world.bet(later.id)).cancel_cause).toBe('kickoff');
    await world.result(own, 'draw', await world.anOperator());
    expect(codeOf(await world.operator.put(path, { kickoff: hours(9) }))).toBe('409 FIXTURE_NOT_EDITABLE');
  });

  it('are filtered by state, team and realm, and wait in the queue of results', async () => {
    const own = await world.fixture();
    const of = async (query: string) => {
      const { status, body } = await world.operator.get(`/admin/fixtures?perPage=100&${query}`);
      expect(status).toBe(200);
      return (body as unknown[]).map((row) => AdminFixture.parse(row)).some(({ id }) => id === own.id);
    };
    const waiting = async () => {
      const { body } = await world.operator.get('/admin/overview');
      return body.queues.find(({ queue }: { queue: string }) => queue === 'fixtures')?.waiting;
    };
    expect([await of('state=upcoming'), await of('state=due')]).toEqual([true, false]);
    expect([await of(`team_id=${own.teamB.id}`), await of(`team_id=${fixture.teamA.id}`)]).toEqual([
      true,
      false,
    ]);
    expect([await of(`q=${encodeURIComponent(own.teamA.name)}`), await of(`q=${own.id}`)]).toEqual([
      true,
      true,
    ]);
    expect([await of('realm=0'), await of('realm=5')]).toEqual([true, false]);
    const before = await waiting();
    await world.active(own, { stake_points: 10 });
    await world.kickOff(own);
    expect([await of('state=due'), await waiting()]).toEqual([true, before + 1]);
    await world.result(own, 'draw', await world.anOperator());
    expect([await of('state=settled'), await of('state=due'), await waiting()]).toEqual([
      true,
      false,
      before,
    ]);
  });
});

describe('O3a a result above the threshold', () => {
  it('waits for a second operator, who settles the bets', async () => {
    const own = await world.fixture();
    const bet = await world.active(own, { stake_points: 6_000 });
    await world.kickOff(own);
    const by = await world.anOperator();
    const requested = await resultOf(own.id, { result: 'team_a' }, by);
    const repeated = await resultOf(own.id, { result: 'team_a' }, by);
    expect(repeated.body.approval_id).toBe(requested.body.approval_id);
    expect(codeOf(await resultOf(own.id, { result: 'team_b' }, await world.anOperator()))).toBe(
      '409 ALREADY_REQUESTED',
    );
    const waits = AdminFixtureDetail.parse((await by.get(`/admin/fixtures/${own.id}`)).body);
    expect([waits.state, waits.approval_id, waits.stake_points]).toEqual([
      'due',
      requested.body.approval_id,
      12_000,
    ]);
    expect((await approve(by, requested)).body.code).toBe('OWN_REQUEST');
    expect((await approve(world.operator, requested)).status).toBe(200);
    await world.endDue();
    expect(await world.availableOf(bet.creator)).toBe(11_400);
    expect(AdminFixtureDetail.parse((await by.get(`/admin/fixtures/${own.id}`)).body)).toMatchObject({
      state: 'settled',
      result_by: by.user.username,
      approval_id: null,
    });
  });

  it('counts the sums of one operator and of one wallet in 24 hours', async () => {
    const by = await world.anOperator();
    const settle = async (stake_points: number, operator: SignedInClient) => {
      const own = await world.fixture();
      const bet = await world.active(own, { stake_points });
      await world.kickOff(own);
      return { own, bet, reply: await world.result(own, 'team_a', operator) };
    };
    expect((await settle(2_500, by)).reply.status).toBe(200);
    const second = await settle(2_600, by);
    expect(second.reply.status).toBe(202);
    expect((await approve(world.operator, second.reply)).status).toBe(200);
    // The same winner, by operators of whom each moves little.
    const winner = await app.signIn({ coins: 9_000 });
    const won = async () => {
      const own = await world.fixture();
      const { body } = await world.create(winner, own, { stake_points: 3_000 });
      await world.join(await world.player(3_000), body.bet.bet_id);
      await world.kickOff(own);
      return world.result(own, 'team_a', await world.anOperator());
    };
    expect((await won()).status).toBe(200);
    expect((await won()).status).toBe(202);
  });

  it('is not needed in a load test', async () => {
    const realm = 6;
    await world.player(0, realm);
    const own = await world.fixture({ realm });
    const bet = await world.active(own, { stake_points: 9_000 }, realm);
    await world.kickOff(own);
    expect((await world.result(own, 'team_b', await world.anOperator())).status).toBe(200);
    expect(await world.availableOf(bet.opponent)).toBe(17_100);
  });

  it('corrects a result only as it was when the correction was requested', async () => {
    const own = await world.fixture();
    await world.active(own, { stake_points: 6_000 });
    await world.kickOff(own);
    await approve(world.operator, await resultOf(own.id, { result: 'team_a' }, await world.anOperator()));
    await world.endDue();
    const correct = async (result: string) => world.correct(own, result, await world.anOperator());
    const first = await correct('team_b');
    expect((await approve(world.operator, first)).status).toBe(200);
    await world.endDue();
    const stale = await correct('draw');
    await world.query('UPDATE fixtures SET result_no = result_no + 1 WHERE id = $1', [own.id]);
    await world.endDue();
    expect((await approve(world.operator, stale)).body.code).toBe('RESULT_EXISTS');
  });

  it('is never entered or approved by a player of its bets who became an operator', async () => {
    const own = await world.fixture();
    const bet = await world.active(own, { stake_points: 6_000 });
    await world.kickOff(own);
    const reply = await resultOf(own.id, { result: 'team_a' }, world.operator);
    await world.query(
      "UPDATE users SET role = 1, operator_role = 'owner', is_first_operator = true WHERE id = $1",
      [bet.creator.user.id],
    );
    const promoted = Object.assign(await app.signInAs(bet.creator.user.id), {
      user: bet.creator.user,
    }) as SignedInClient;
    await app.deps.sessions.readChanges();
    expect((await approve(promoted, reply)).body.code).toBe('OWN_WALLET');
    const other = await world.fixture();
    await world.kickOff(other);
    expect((await resultOf(own.id, { result: 'draw' }, promoted)).status).toBe(403);
    expect((await approve(await world.anOperator(), reply)).status).toBe(200);
    await world.endDue();
  });
});

describe('O3 bets', () => {
  it('are listed with their escrow, by status, player, fixture, title and number', async () => {
    const own = await world.fixture();
    const { id, creator, opponent } = await world.active(own, { title: 'Needle in the stack' });
    const of = async (query: string) => {
      const { status, body } = await world.operator.get(`/admin/bets?perPage=100&${query}`);
      expect(status).toBe(200);
      return (body as unknown[]).map((row) => AdminBet.parse(row)).find((bet) => bet.id === id);
    };
    expect(await of(`fixture_id=${own.id}`)).toMatchObject({
      escrow_points: 200,
      status: 'active',
      creator_id: creator.user.id,
      opponent_id: opponent.user.id,
      is_flagged: false,
    });
    for (const query of [
      'status=active',
      `user_id=${creator.user.id}`,
      `user_id=${opponent.user.id}`,
      'q=needle',
      `q=${id}`,
      `q=${opponent.user.username}`,
      'realm=0&sort=status&order=ASC',
    ])
      expect((await of(query))?.id).toBe(id);
    for (const query of ['status=pending', 'flagged=true', 'q=haystack'])
      expect(await of(query)).toBeUndefined();
  });

  it('S7 are cancelled with a reason that both players read, after which they may delete their accounts', async () => {
    const bet = await world.active(fixture, { title: 'Still open' });
    const by = await world.anOperator();
    const path = `/admin/bets/${bet.id}/cancel`;
    // S7: an open bet prevents the deletion of both accounts.
    const blocks = async (of: SignedInClient) =>
      (await of.get('/user/deletion-preview')).body.blocks.filter(
        ({ kind }: { kind: string }) => kind === 'bet',
      );
    const block = { kind: 'bet', details: 'Still open', bid_points: 100, path: '/myBet' };
    for (const player of [bet.creator, bet.opponent]) expect(await blocks(player)).toEqual([block]);
    const reply = await by.post(path, { reason: 'Collusion' });
    expect(AdminBet.parse(reply.body)).toMatchObject({
      status: 'cancelled',
      cancel_cause: 'operator',
      cancel_reason: 'Collusion',
      escrow_points: 0,
    });
    for (const player of [bet.creator, bet.opponent]) {
      expect(await blocks(player)).toEqual([]);
      expect(await world.availableOf(player)).toBe(100);
      expect((await world.notices(player)).at(-1)).toMatchObject({
        kind: 'refunded',
        details: { bid_points: 100, reason: 'Collusion', cause: 'operator' },
      });
    }
    expect(codeOf(await by.post(path, { reason: 'Again' }))).toBe('409 WRONG_STATUS');
    expect(await logOf('bet', bet.id)).toEqual(['bet.cancel']);
  });

  it('above the threshold wait for a second operator (O3a)', async () => {
    const bet = await world.active(fixture, { stake_points: 6_000 });
    const by = await world.anOperator();
    const reply = await by.post(`/admin/bets/${bet.id}/cancel`, { reason: 'Mistake' });
    expect(AdminBet.parse((await by.get(`/admin/bets/${bet.id}`)).body)).toMatchObject({
      status: 'active',
      approval_id: reply.body.approval_id,
    });
    expect((await approve(world.operator, reply)).status).toBe(200);
    expect(await world.availableOf(bet.creator)).toBe(6_000);
  });
});

describe('X13 a hidden title', () => {
  it('is not shown to players or found by them; the creator reads the reason once', async () => {
    const { id, creator } = await world.pending(fixture, { title: 'Rude words here' });
    const hide = () => world.operator.post(`/admin/bets/${id}/hide-title`, { reason: 'Insulting' });
    expect(AdminBet.parse((await hide()).body)).toMatchObject({
      is_title_hidden: true,
      full_title: 'Rude words here',
      title: 'Title hidden',
    });
    expect((await hide()).status).toBe(200);
    const player = await world.player();
    const seen = (await player.get('/bet/bets')).body.find((bet: { bet_id: number }) => bet.bet_id === id);
    expect(seen.title).toBe('Title hidden');
    expect((await player.get('/bet/bets/search?title=rude')).body).toEqual([]);
    expect((await creator.get('/bet/my-bets')).body[0].title).toBe('Title hidden');
    expect(await world.notices(creator)).toEqual([
      { kind: 'bet', details: { event: 'title_hidden', name: 'Rude words here', reason: 'Insulting' } },
    ]);
    await world.join(player, id);
    expect((await world.notices(creator)).at(-1)?.details).toMatchObject({ name: 'Title hidden' });
  });
});

describe('O5 the end of a load test', () => {
  it('returns the stakes of its open bets, and only those', async () => {
    const realm = 8;
    await world.player(0, realm);
    const theirs = await world.fixture({ realm });
    const active = await world.active(theirs, {}, realm);
    const pending = await world.pending(theirs, {}, realm);
    const real = await world.active(fixture);
    const end = cancelBetsOf(app.deps);
    await end(realm);
    await end(realm);
    for (const player of [active.creator, active.opponent, pending.creator])
      expect(await world.availableOf(player)).toBe(100);
    expect(await world.bet(active.id)).toMatchObject({ status: 'cancelled', cancel_cause: 'load_test' });
    expect(await world.bet(real.id)).toMatchObject({ status: 'active', escrow: 200 });
    await world.kickOff(theirs, 80);
    expect((await world.bet(active.id)).is_flagged).toBe(false);
  });
});
