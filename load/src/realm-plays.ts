import { setTimeout as pause } from 'node:timers/promises';
import type { AdminBet, AdminFixtureDetail, AdminTeam, ResultBody } from '@copup/shared/bets.ts';
import type { AdminTask, AdminTaskUpload, ApproveUploadsBody } from '@copup/shared/tasks.ts';
import type { BetTeams } from '@copup/testkit/bet-player.ts';
import type { Operator } from '@copup/testkit/players.ts';
import type { FixturePlan, TaskPlan } from './scenarios/scenario.ts';

/** Keeps the operator below the limit of 20 requests a second. */
const BETWEEN_CALLS_MS = 60;
const PAGE = 1_000;
const teamNames = ['Load test home', 'Load test away'];
const CREST = 'pale-0a7245-f6f4ee';

interface RunFixture extends BetTeams {
  id: number;
  kickoffMs: number;
  result: ResultBody['result'];
}

/** Calls for one realm as an operator. */
export class RealmCalls {
  readonly operator: Operator;
  readonly realm: number;

  constructor(operator: Operator, realm: number) {
    this.operator = operator;
    this.realm = realm;
  }

  /** Resolves with the reply when the next call may follow. */
  async post<Reply>(path: string, body: unknown): Promise<Reply> {
    const reply = await this.operator.call<Reply>('POST', path, body);
    await pause(BETWEEN_CALLS_MS);
    return reply;
  }

  async listAll<Row>(resource: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const query = `realm=${this.realm}&page=${page}&perPage=${PAGE}`;
      const more = await this.operator.call<Row[]>('GET', `/admin/${resource}?${query}`);
      rows.push(...more);
      if (more.length < PAGE) return rows;
      await pause(BETWEEN_CALLS_MS);
    }
  }
}

/** The matches, bets and tasks of the realm of one run. */
export class RealmPlays {
  readonly #calls: RealmCalls;
  /** Teams belong to all realms: those that the run created are not offered after it. */
  readonly #ownTeams: number[] = [];
  fixtures: RunFixture[] = [];
  taskIds: number[] = [];

  constructor(calls: RealmCalls) {
    this.#calls = calls;
  }

  async createFixtures(
    plans: readonly FixturePlan[],
    beginsAtMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    if (plans.length === 0) return;
    const [teamA = 0, teamB = 0] = await this.#teams();
    for (const { kickoffAtMs, result } of plans) {
      signal.throwIfAborted();
      const kickoffMs = Math.round(beginsAtMs + kickoffAtMs);
      const teams = { team_a: teamA, team_b: teamB };
      const body = { ...teams, kickoff: new Date(kickoffMs).toISOString(), realm: this.#calls.realm };
      const { id } = await this.#calls.post<AdminFixtureDetail>('/admin/fixtures', body);
      this.fixtures.push({ id, teamA, teamB, kickoffMs, result });
    }
  }

  async createTasks(plans: readonly TaskPlan[], signal: AbortSignal): Promise<void> {
    for (const { title, reward } of plans) {
      signal.throwIfAborted();
      const { id } = await this.#calls.post<AdminTask>('/admin/tasks', {
        title,
        description: 'A load test.',
        task_coin_reward: reward,
        urlLink: 'https://example.com/',
        realm: this.#calls.realm,
      });
      this.taskIds.push(id);
    }
  }

  listBets(): Promise<AdminBet[]> {
    return this.#calls.listAll<AdminBet>('bets');
  }

  listUploads(): Promise<AdminTaskUpload[]> {
    return this.#calls.listAll<AdminTaskUpload>('task-uploads');
  }

  async enterResult({ id, result }: RunFixture): Promise<void> {
    await this.#calls.post(`/admin/fixtures/${id}/result`, { result });
  }

  async approveUploads(ids: ApproveUploadsBody['ids']): Promise<void> {
    await this.#calls.post('/admin/task-uploads/approve', { ids });
  }

  async rejectUploads(ids: ApproveUploadsBody['ids']): Promise<void> {
    await this.#calls.post('/admin/task-uploads/reject', { ids, reason: 'a load test' });
  }

  async close(): Promise<void> {
    for (const id of this.#ownTeams)
      await this.#calls.operator.call('PUT', `/admin/teams/${id}`, { is_active: false });
  }

  /** Returns two teams of the server, or two new ones. */
  async #teams(): Promise<number[]> {
    const teams = await this.#calls.operator.call<AdminTeam[]>(
      'GET',
      '/admin/teams?is_active=true&perPage=2',
    );
    if (teams.length === 2) return teams.map(({ id }) => id);
    for (const name of teamNames) {
      const team = await this.#calls.post<AdminTeam>('/admin/teams', {
        name: `${name} ${this.#calls.realm}`,
        crest: CREST,
      });
      this.#ownTeams.push(team.id);
    }
    return this.#ownTeams;
  }
}
