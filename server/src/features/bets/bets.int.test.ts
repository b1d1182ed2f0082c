import { BetReply, FixturesReply, ListedBet, OwnBet, Team } from '@copup/shared/bets.ts';
import { type SignedInClient, startApp, type TestApp } from '@copup/testkit/app.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BetWorld, PASSWORD, type TestFixture } from '../../../test/bet-world.ts';
import { auditLedger } from '../../audit.ts';

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

const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code}`;
const listed = async (by: SignedInClient, path: string) =>
  ((await by.get(path)).body as unknown[]).map((row) => ListedBet.parse(row));
const own = async (by: SignedInClient) =>
  ((await by.get('/bet/my-bets')).body as unknown[]).map((row) => OwnBet.parse(row));

describe('B2 a new bet', () => {
  it('moves the stake of the creator, who backs team_a, into the escrow of the bet', async () => {
    const creator = await world.player(500);
    const { status, body } = await world.create(creator, fixture, { stake_points: 500, title: 'Derby' });
    expect(status).toBe(200);
    const { message, bet } = BetReply.parse(body);
    expect(message).toBe('Bet request created successfully!');
    expect(bet).toMatchObject({
      team_a_id: fixture.teamA.id,
      team_b_id: fixture.teamB.id,
      stake_points: 500,
      prize_points: 950,
      kickoff: fixture.kickoff,
      status: 'pending',
      own_side: 'team_a',
    });
    expect(await world.availableOf(creator)).toBe(0);
    expect(await world.bet(bet.bet_id)).toMatchObject({ status: 'pending', escrow: 500 });
  });

  it('is about the next fixture of the two teams', async () => {
    const first = await world.fixture({ inHours: 48 });
    const later = { team_a: first.teamB.id, team_b: first.teamA.id };
    const kickoff = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    await world.operator.post('/admin/fixtures', { ...later, kickoff: kickoff(96) });
    const creator = await world.player(300);
    const created = BetReply.parse((await world.create(creator, first)).body);
    expect(created.bet.kickoff).toBe(first.kickoff);
    const earlier = (await world.operator.post('/admin/fixtures', { ...later, kickoff: kickoff(24) })).body;
    const stale = await creator.post('/bet/create', {
      ...later,
      stake_points: 100,
      password: PASSWORD,
      title: 'Displayed before',
      fixture_id: first.id,
    });
    expect(codeOf(stale)).toBe('409 NO_FIXTURE');
    const next = BetReply.parse((await world.create(creator, first)).body);
    expect(next.bet.kickoff).toBe(earlier.kickoff);
  });

  it('is refused without a fixture in the next 30 days, with a fee as of its creation', async () => {
    const player = await world.player(1_000);
    const far = await world.fixture({ inHours: 31 * 24 });
    const [one, other] = [await world.team(), await world.team()];
    for (const without of [
      far,
      { ...fixture, teamA: one, teamB: other },
      { ...fixture, teamB: fixture.teamA },
    ])
      expect(codeOf(await world.create(player, without))).toBe('409 NO_FIXTURE');
    expect(await world.availableOf(player)).toBe(1_000);
  });

  it('X13 is refused above the limit, with a rude title and without the coins; bonus coins cannot be staked (L6)', async () => {
    const player = await app.signIn({ coins: 60, bonus: 500 });
    expect(codeOf(await world.create(player, fixture, { stake_points: 61 }))).toBe('409 NOT_ENOUGH_COINS');
    const tooHigh = await world.create(player, fixture, { stake_points: 10_001 });
    expect(codeOf(tooHigh)).toBe('409 STAKE_LIMIT');
    expect(tooHigh.body.details).toEqual({ stake_min: 1, stake_max: 10_000 });
    // X13: a title with a word of the list.
    const rude = await world.create(player, fixture, { title: 'You sh1t' });
    expect([codeOf(rude), rude.body.issues[0].path]).toEqual(['400 VALIDATION_FAILED', 'title']);
    expect(await world.availableOf(player)).toBe(60);
  });

  it('is created once for an Idempotency-Key, whose reply and input have no password (P6)', async () => {
    const player = await world.player(200);
    const headers = { 'idempotency-key': 'bet-1' };
    const first = await world.create(player, fixture, {}, headers);
    const again = await world.create(player, fixture, {}, headers);
    expect(again.body).toEqual(first.body);
    expect(await world.availableOf(player)).toBe(100);
    const other = await world.create(player, fixture, { password: 'another-1' }, headers);
    expect(codeOf(other)).toBe('409 IDEMPOTENCY_KEY_REUSED');
    const stored = await world.query('SELECT reply FROM stored_replies WHERE user_id = $1', [player.user.id]);
    expect(JSON.stringify(stored)).not.toContain(PASSWORD);
  });
});

describe('B2 joining', () => {
  it('stakes the same amount on team_b and notifies the creator', async () => {
    const { id, creator } = await world.pending(fixture, { title: 'Join me' });
    const opponent = await world.player(130);
    const { status, body } = await world.join(opponent, id);
    expect(status).toBe(200);
    const { message, bet } = BetReply.parse(body);
    expect([message, bet.status, bet.own_side, bet.opponent]).toEqual([
      'Successfully joined the bet!',
      'active',
      'team_b',
      opponent.user.username,
    ]);
    expect(await world.availableOf(opponent)).toBe(30);
    expect(await world.bet(id)).toMatchObject({ status: 'active', escrow: 200 });
    const details = { event: 'joined', name: 'Join me', username: opponent.user.username, prize: 190 };
    expect(await world.notices(creator)).toEqual([{ kind: 'bet', details }]);
  });

  it('is refused for the own bet, an unknown bet, a taken bet, a wrong password and too few coins', async () => {
    const { id, creator } = await world.pending(fixture);
    const player = await world.player(99);
    expect(codeOf(await world.join(creator, id))).toBe('409 OWN_BET');
    expect(codeOf(await world.join(player, 999_999))).toBe('404 BET_NOT_FOUND');
    const empty = await world.join(player, id, '');
    expect([empty.status, empty.body.message]).toEqual([400, 'Enter the bet’s password.']);
    const wrong = await world.join(player, id, 'eagles-25');
    expect(codeOf(wrong)).toBe('400 WRONG_BET_PASSWORD');
    expect(wrong.body.message).toBe('Error joining the bet. This password is wrong.');
    expect(codeOf(await world.join(player, id))).toBe('409 NOT_ENOUGH_COINS');
    const active = await world.active(fixture);
    expect(codeOf(await world.join(await world.player(), active.id))).toBe('409 BET_TAKEN');
    expect(codeOf(await world.join(await world.player(), active.id, 'wrong'))).toBe('409 BET_TAKEN');
    expect(await world.bet(id)).toMatchObject({ status: 'pending', escrow: 100 });
  });

  it('starts from a link, which opens an open bet for its realm and an ended one for its players', async () => {
    const { id, creator, opponent } = await world.active(fixture);
    const [other, elsewhere] = [await world.player(), await app.signIn({ realm: 9, coins: 100 })];
    const opened = (by: SignedInClient, bet = id) => by.get(`/bet/bets/${bet}`);
    for (const [by, own_side] of [
      [creator, 'team_a'],
      [opponent, 'team_b'],
      [other, null],
    ] as const) {
      const { body, text } = await opened(by);
      expect(ListedBet.parse(body)).toMatchObject({ bet_id: id, status: 'active', own_side });
      expect(text).not.toContain(PASSWORD);
    }
    expect(codeOf(await opened(elsewhere))).toBe('404 BET_NOT_FOUND');
    expect(codeOf(await opened(other, 999_999))).toBe('404 BET_NOT_FOUND');
    const cancelled = await world.pending(fixture);
    await cancelled.creator.post(`/bet/cancel/${cancelled.id}`);
    expect(codeOf(await opened(other, cancelled.id))).toBe('404 BET_NOT_FOUND');
    expect((await opened(cancelled.creator, cancelled.id)).body.status).toBe('cancelled');
  });

  it('ends at kickoff by the database, before the job has run; the job then returns the stake', async () => {
    const started = await world.fixture();
    const { id, creator } = await world.pending(started, { title: 'Too late' });
    await world.query(
      `UPDATE fixtures SET kickoff = date_trunc('milliseconds', clock_timestamp()) WHERE id = $1`,
      [started.id],
    );
    const player = await world.player();
    expect(codeOf(await world.join(player, id))).toBe('409 BET_CLOSED');
    expect(codeOf(await world.create(player, started))).toBe('409 NO_FIXTURE');
    expect(await world.availableOf(player)).toBe(100);
    await Promise.all([world.endDue(), world.endDue()]);
    expect(await world.bet(id)).toMatchObject({ status: 'cancelled', cancel_cause: 'kickoff', escrow: 0 });
    expect(await world.availableOf(creator)).toBe(100);
    expect(await world.notices(creator)).toEqual([
      {
        kind: 'refunded',
        details: {
          name: 'Too late',
          bid_points: 100,
          cause: 'kickoff',
          reason: 'No other player had joined at kickoff.',
        },
      },
    ]);
    expect(codeOf(await world.join(player, id))).toBe('409 BET_CLOSED');
  });
});

describe('B2 the password', () => {
  it('is stored encrypted and shown only to the creator', async () => {
    const { id, creator, opponent } = await world.active(fixture, { password: 'only-mine-77' });
    expect((await own(creator)).find((bet) => bet.bet_id === id)?.password).toBe('only-mine-77');
    expect((await own(opponent)).find((bet) => bet.bet_id === id)?.password).toBeNull();
    const [row] = await world.query<{ sealed: Buffer }>(
      'SELECT sealed_password AS sealed FROM bets WHERE id = $1',
      [id],
    );
    expect(row?.sealed.includes('only-mine-77')).toBe(false);
    for (const path of ['/bet/bets', '/bet/bets?status=active', '/bet/bets/search?title=who'])
      expect((await opponent.get(path)).text).not.toContain('only-mine-77');
    expect((await world.operator.get(`/admin/bets/${id}`)).text).not.toContain('only-mine-77');
  });

  it('belongs to its bet: a password moved to another row opens nothing', async () => {
    const [one, other] = [
      await world.pending(fixture),
      await world.pending(fixture, { password: 'other-1' }),
    ];
    await world.query(
      'UPDATE bets SET sealed_password = (SELECT sealed_password FROM bets WHERE id = $2) WHERE id = $1',
      [other.id, one.id],
    );
    expect(codeOf(await world.join(await world.player(), other.id))).toBe('400 WRONG_BET_PASSWORD');
  });
});

describe('B3 cancelling', () => {
  it('returns the stake while the bet is pending, once', async () => {
    const { id, creator } = await world.pending(fixture);
    const headers = { 'idempotency-key': 'cancel-1' };
    const first = await creator.post(`/bet/cancel/${id}`, undefined, headers);
    expect([first.status, BetReply.parse(first.body).bet.status]).toEqual([200, 'cancelled']);
    expect((await creator.post(`/bet/cancel/${id}`, undefined, headers)).body).toEqual(first.body);
    expect(codeOf(await creator.post(`/bet/cancel/${id}`))).toBe('409 WRONG_STATUS');
    expect(await world.availableOf(creator)).toBe(100);
    expect((await own(creator))[0]).toMatchObject({
      cancel_cause: 'creator',
      outcome: 'returned',
      received_points: 100,
      can_cancel: false,
    });
  });

  it('is refused once the bet is active, and for other players', async () => {
    const { id, creator, opponent } = await world.active(fixture);
    expect(codeOf(await creator.post(`/bet/cancel/${id}`))).toBe('409 WRONG_STATUS');
    for (const by of [opponent, await world.player()])
      expect(codeOf(await by.post(`/bet/cancel/${id}`))).toBe('404 BET_NOT_FOUND');
  });
});

describe('X1 lists of bets', () => {
  it('filter by status and title, newest first', async () => {
    const player = await world.player(1_000);
    const ids: number[] = [];
    for (const title of ['Alpha wins', 'beta ALPHABET', 'Gamma 100%'])
      ids.push(BetReply.parse((await world.create(player, fixture, { title })).body).bet.bet_id);
    await world.join(await world.player(), ids[1] as number);
    const mine = (rows: ListedBet[]) => rows.map(({ bet_id }) => bet_id).filter((id) => ids.includes(id));
    expect(mine(await listed(player, '/bet/bets'))).toEqual([...ids].reverse());
    expect(mine(await listed(player, '/bet/bets?status=active'))).toEqual([ids[1]]);
    expect(mine(await listed(player, '/bet/bets?status=pending'))).toEqual([ids[2], ids[0]]);
    expect(mine(await listed(player, '/bet/bets/search?title=alpha'))).toEqual([ids[1], ids[0]]);
    expect(mine(await listed(player, '/bet/bets/search?title=alpha&status=pending'))).toEqual([ids[0]]);
    expect(mine(await listed(player, '/bet/bets/search?title=100%25'))).toEqual([ids[2]]);
  });

  it('offer active teams, and of two teams only their next match of the next 30 days', async () => {
    const player = await world.player();
    const one = await world.fixture({ inHours: 3 });
    const second = new Date(Date.now() + 90 * 3_600_000).toISOString();
    await world.operator.post('/admin/fixtures', {
      team_a: one.teamB.id,
      team_b: one.teamA.id,
      kickoff: second,
    });
    const far = await world.fixture({ inHours: 31 * 24 });
    const gone = await world.fixture();
    await world.operator.put(`/admin/teams/${gone.teamA.id}`, { is_active: false });
    const { items: all, terms } = FixturesReply.parse((await player.get('/bet/fixtures?limit=50')).body);
    expect(terms).toEqual({ stake_min: 1, stake_max: 10_000, fee_percent: 5 });
    const kickoffs = all.map(({ kickoff }) => kickoff);
    expect(kickoffs).toEqual([...kickoffs].sort());
    const ofOne = all.filter(({ team_a, team_b }) => [team_a.id, team_b.id].includes(one.teamA.id));
    expect(ofOne.map(({ id }) => id)).toEqual([one.id]);
    expect(all.some(({ id }) => id === far.id || id === gone.id)).toBe(false);
    const teams = ((await player.get('/bet/teams')).body as unknown[]).map((row) => Team.parse(row));
    expect(teams.some(({ id }) => id === one.teamA.id)).toBe(true);
    expect(teams.some(({ id }) => id === gone.teamA.id)).toBe(false);
    expect(codeOf(await world.create(player, gone))).toBe('409 NO_FIXTURE');
  });
});
