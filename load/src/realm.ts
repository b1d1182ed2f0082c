import { setTimeout as pause } from 'node:timers/promises';
import type { AdminUser, LoadTest } from '@copup/shared/admin.ts';
import type { AdminAuction, NewAuctionBody } from '@copup/shared/auctions.ts';
import type { AdminContest } from '@copup/shared/contests.ts';
import type { AdminHeist, NewHeistBody } from '@copup/shared/heists.ts';
import { liveSubjects, type SubjectKindName } from '@copup/shared/live-subjects.ts';
import type { AdminPayout } from '@copup/shared/payouts.ts';
import { Operator } from '@copup/testkit/players.ts';
import { setUpError } from './errors.ts';
import { acceptedOf, questionOf } from './heist-texts.ts';
import { interruptible } from './interruptible.ts';
import type { RunContest, RunHeist } from './messages.ts';
import { RealmCalls, RealmPlays } from './realm-plays.ts';
import type { AuctionPlan, ContestPlan, HeistPlan, Plan } from './scenarios/scenario.ts';

const CLEANUP_TRIES = 3;
/** The first sign-in waits for a server that is just starting, or whose cores are all busy. */
const SIGN_IN_TIMEOUT_MS = 30_000;
/** Auctions without a planned end would end this long after the start; the clean-up cancels them before. */
const SPARE_MS = 3_600_000;

/** Creates, reads and deletes the realm of one run through the operators' API; or uses one that its caller created and deletes. */
export class LoadRealm {
  readonly realm: number;
  readonly users: LoadTest['users'];
  readonly #calls: RealmCalls;
  auctionIds: number[] = [];
  contests: RunContest[] = [];
  readonly plays: RealmPlays;
  /** With the times by the clock of this machine, if it is that of the server. */
  heists: RunHeist[] = [];

  constructor(operator: Operator, { id, users }: LoadTest) {
    this.#calls = new RealmCalls(operator, id);
    this.realm = id;
    this.users = users;
    this.plays = new RealmPlays(this.#calls);
  }

  /** Rejects with the signal's reason if it aborts during the sign-in; a realm is not created then. */
  static async open(
    url: string,
    { email, password }: { email: string; password: string },
    { users, coins }: Pick<Plan, 'users' | 'coins'>,
    { signal, signInMs = SIGN_IN_TIMEOUT_MS }: { signal: AbortSignal; signInMs?: number },
  ): Promise<LoadRealm> {
    try {
      const operator = await interruptible(Operator.signIn(url, email, password, signInMs), signal);
      return new LoadRealm(operator, await operator.createLoadTest(users, coins));
    } catch (error) {
      throw signal.aborted ? error : setUpError(error as Error, { url, email });
    }
  }

  /** Creates the auctions. Planned ends are relative to `beginsAtMs`, the start of the measurement. */
  async createAuctions(
    plans: readonly AuctionPlan[],
    beginsAtMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    for (const { name, entryFee, increment, terms, endsAtMs } of plans) {
      signal.throwIfAborted();
      const endMs = endsAtMs === undefined ? beginsAtMs + SPARE_MS : beginsAtMs + endsAtMs;
      const body: NewAuctionBody = {
        name,
        category: 'product',
        price: 100_000,
        entry_bid_points: entryFee,
        ...(increment !== undefined && { bid_increment: increment }),
        end_date: new Date(endMs).toISOString(),
        ...terms,
        // Without overtime, late bids cannot move the planned end.
        overtime_s: 0,
        realm: this.realm,
      };
      const { id } = await this.#calls.post<AdminAuction>('/admin/auctions', body);
      this.auctionIds.push(id);
    }
  }

  async createContests(
    plans: readonly ContestPlan[],
    beginsAtMs: number,
    signal: AbortSignal,
  ): Promise<void> {
    for (const { kind, title, entryFee, prize, minimumUsers, endsAtMs } of plans) {
      signal.throwIfAborted();
      const body = {
        kind,
        title,
        entry_fee: entryFee,
        prize,
        minimum_users: minimumUsers,
        end_date: new Date(beginsAtMs + endsAtMs).toISOString(),
        realm: this.realm,
      };
      const { id } = await this.#calls.post<AdminContest>('/admin/contests', body);
      this.contests.push({ id, kind });
    }
  }

  async createHeists(plans: readonly HeistPlan[], beginsAtMs: number, signal: AbortSignal): Promise<void> {
    for (const [at, plan] of plans.entries()) {
      signal.throwIfAborted();
      const [startsAtMs, endsAtMs] = [beginsAtMs + plan.startsAtMs, beginsAtMs + plan.endsAtMs].map(
        Math.round,
      );
      const body: NewHeistBody = {
        name: plan.name,
        ticket_price: plan.ticketPrice,
        prize: plan.prize,
        prize_name: 'A prize',
        category: plan.category,
        winner_rule: plan.winnerRule,
        question: questionOf(at),
        answers: acceptedOf(at),
        capacity: plan.capacity,
        minimum_users: plan.minimumUsers,
        starts_at: new Date(startsAtMs ?? 0).toISOString(),
        end_date: new Date(endsAtMs ?? 0).toISOString(),
        realm: this.realm,
      };
      const { id, starts_at, end_date } = await this.#calls.post<AdminHeist>('/admin/heists', body);
      this.heists.push({ id, startsAtMs: Date.parse(starts_at), endsAtMs: Date.parse(end_date) });
    }
  }

  readonly listHeists = () => this.#calls.listAll<AdminHeist>('heists');
  readonly listContests = () => this.#calls.listAll<AdminContest>('contests');
  readonly listAuctions = () => this.#calls.listAll<AdminAuction>('auctions');
  readonly listPayouts = () => this.#calls.listAll<AdminPayout>('payouts');
  /** The copies of a rehearsed subject, as of all kinds. */
  readonly listSubjects = (kind: SubjectKindName) =>
    this.#calls.listAll<AdminAuction | AdminContest | AdminHeist>(liveSubjects[kind].plural);
  readonly listUsers = () => this.#calls.listAll<AdminUser>('users');

  async decidePayout(id: number, action: 'approve' | 'reject' | 'return'): Promise<void> {
    const body = action === 'approve' ? undefined : { reason: 'a load test' };
    await this.#calls.post(`/admin/payouts/${id}/${action}`, body);
  }

  /**
   * Deletes the realm: cancels its auctions and closes its accounts. Retries if the server is busy or unreachable, at the
   * next of the addresses.
   */
  async close(urls: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.plays.close();
        return await this.#calls.operator.endLoadTest(this.realm);
      } catch (error) {
        if (attempt === CLEANUP_TRIES) throw error;
        this.#calls.operator.useServer(urls[attempt % urls.length] ?? '');
        await pause(attempt * 1_000);
      }
    }
  }
}
