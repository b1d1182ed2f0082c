import { AdminFixtureDetail, type AdminTeam, BetReply } from '@copup/shared/bets.ts';
import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import { type ApiClient, type ApiReply, accepted } from '@copup/testkit/client.ts';
import { endDueBets } from '../src/features/bets/bets.jobs.ts';
import { type Facts, worldFacts } from './world-facts.ts';

export const PASSWORD = 'eagles-24';
const HOUR_MS = 3_600_000;
let teams = 0;

export interface NewBet {
  team_a?: number;
  team_b?: number;
  stake_points?: number;
  password?: string;
  title?: string;
}

/** A fixture of two new teams. */
export interface TestFixture {
  id: number;
  teamA: AdminTeam;
  teamB: AdminTeam;
  kickoff: string;
}

/** A bet that another player has joined. */
export interface ActiveBet {
  id: number;
  creator: SignedInClient;
  opponent: SignedInClient;
}

/** Teams, fixtures and bets on a test server. */
export class BetWorld {
  readonly app: TestApp;
  readonly operator: SignedInClient;
  readonly query: Facts['query'];
  readonly availableOf: Facts['availableOf'];

  constructor(app: TestApp, operator: SignedInClient) {
    this.app = app;
    this.operator = operator;
    ({ query: this.query, availableOf: this.availableOf } = worldFacts(app.deps.db));
  }

  async team(fields: object = {}): Promise<AdminTeam> {
    teams += 1;
    const body = { name: `Team ${teams} of ${process.pid}`, crest: 'pale-0b7a4b-f5f4ef', ...fields };
    return (await this.operator.post('/admin/teams', body)).body;
  }

  /** Creates a fixture that starts in some hours. */
  async fixture({ inHours = 5, realm = 0 } = {}): Promise<TestFixture> {
    const [teamA, teamB] = [await this.team(), await this.team()];
    const kickoff = new Date(Date.now() + inHours * HOUR_MS).toISOString();
    const body = { team_a: teamA.id, team_b: teamB.id, kickoff, realm };
    const fixture = AdminFixtureDetail.parse(accepted(await this.operator.post('/admin/fixtures', body)));
    return { id: fixture.id, teamA, teamB, kickoff: fixture.kickoff };
  }

  create(
    by: ApiClient,
    fixture: TestFixture,
    fields: NewBet = {},
    headers?: Record<string, string>,
  ): Promise<ApiReply> {
    const { teamA, teamB } = fixture;
    const body = {
      team_a: teamA.id,
      team_b: teamB.id,
      stake_points: 100,
      password: PASSWORD,
      title: 'Who takes it?',
      ...fields,
    };
    return by.post('/bet/create', body, headers);
  }

  join(
    by: ApiClient,
    betId: number,
    password = PASSWORD,
    headers?: Record<string, string>,
  ): Promise<ApiReply> {
    return by.post(`/bet/join/${betId}`, { password }, headers);
  }

  /** A new player's pending bet. */
  async pending(
    fixture: TestFixture,
    fields: NewBet = {},
    realm = 0,
  ): Promise<{ id: number; creator: SignedInClient }> {
    const creator = await this.player(fields.stake_points, realm);
    const { body } = await this.create(creator, fixture, fields);
    return { id: BetReply.parse(body).bet.bet_id, creator };
  }

  /** A player who has exactly the coins of a stake. */
  player(stake = 100, realm = 0): Promise<SignedInClient> {
    return this.app.signIn({ coins: stake, realm });
  }

  async active(fixture: TestFixture, fields: NewBet = {}, realm = 0): Promise<ActiveBet> {
    const { id, creator } = await this.pending(fixture, fields, realm);
    const opponent = await this.player(fields.stake_points, realm);
    const { body } = await this.join(opponent, id, fields.password);
    return { id: BetReply.parse(body).bet.bet_id, creator, opponent };
  }

  /** Moves the kickoff to some hours ago, and ends what is then due. */
  async kickOff({ id }: Pick<TestFixture, 'id'>, hoursAgo = 1): Promise<void> {
    await this.query(
      `UPDATE fixtures SET kickoff = date_trunc('milliseconds', clock_timestamp()) - $2 * interval '1 hour' WHERE id = $1`,
      [id, hoursAgo],
    );
    await this.endDue();
  }

  endDue(): Promise<void> {
    return endDueBets(this.app.deps);
  }

  /** Enters a result and settles the bets. */
  async result(
    { id }: Pick<TestFixture, 'id'>,
    result: string,
    by: ApiClient = this.operator,
  ): Promise<ApiReply> {
    const reply = await by.post(`/admin/fixtures/${id}/result`, { result });
    await this.endDue();
    return reply;
  }

  /** Corrects a result and settles the bets again. */
  async correct(
    { id }: Pick<TestFixture, 'id'>,
    result: string,
    by: ApiClient = this.operator,
  ): Promise<ApiReply> {
    const reply = await by.post(`/admin/fixtures/${id}/correct`, { result, reason: 'The wrong score' });
    await this.endDue();
    return reply;
  }

  /** An operator of their own, since what one operator moves in a day is limited (O3a). */
  anOperator(): Promise<SignedInClient> {
    return this.app.signIn({ role: 1 });
  }

  async bet(id: number): Promise<{
    status: string;
    result: string | null;
    cancel_cause: string | null;
    escrow: number;
    is_flagged: boolean;
  }> {
    const [row] = await this.query(
      `SELECT b.status, b.result, b.cancel_cause, f.balance AS escrow, b.flagged_at IS NOT NULL AS is_flagged
        FROM bets b JOIN funds f ON f.id = b.escrow_id WHERE b.id = $1`,
      [id],
    );
    return row as never;
  }

  /** The notices of a user about bets, the oldest first. */
  notices({
    user,
  }: Pick<SignedInClient, 'user'>): Promise<{ kind: string; details: Record<string, unknown> }[]> {
    return this.query(
      "SELECT kind, details FROM notifications WHERE user_id = $1 AND subject_kind = 'bet' ORDER BY id",
      [user.id],
    );
  }
}
