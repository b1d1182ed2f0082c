import { DRY_RUN_ENDS_ABOVE, DRY_RUN_GOALS } from '@copup/shared/dry-run-sizes.ts';
import type {
  DryRunFigures,
  DryRunJob,
  DryRunReport,
  DryRunVerdict,
  NewDryRunBody,
} from '@copup/shared/dry-runs.ts';
import { eq, sql } from '../../db/drizzle.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { AllFeatures } from '../../feature.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { createDryRun } from './create-dry-run.ts';
import { dryRuns } from './dry-runs.tables.ts';
import { endLoadTest } from './end-load-test.ts';
import { ServerShare } from './server-share.ts';
import { SimulatedPlayers } from './simulated-players.ts';

type DryRunDeps = Pick<Deps, 'db' | 'log' | 'newId' | 'randomBytes' | 'sessions'>;
type All = Pick<AllFeatures, 'cancelRealm' | 'describeSubjects'>;

/** Preparation and checks take less than this; a dry run without an end is that of a server that stopped. */
const LOST_AFTER_MS = 300_000;

const FAILURE_CHARACTERS = 300;
const stopping = new Error('the server stops');

interface Started {
  id: number;
  realm: number;
  operatorId: string;
}

/** Rehearses subjects (O7): a copy in a realm of its own, whose players are simulated beside this server. */
export class DryRuns {
  readonly #deps: DryRunDeps;
  readonly #all: All;
  #running: { id: number; over: AbortController } | undefined;

  constructor(deps: DryRunDeps, all: All) {
    this.#deps = deps;
    this.#all = all;
  }

  /** Starts one and returns its id. `url` is where this server listens. Throws NOT_FOUND and DRY_RUN_ACTIVE. */
  async start(asked: {
    operatorId: string;
    key: string | undefined;
    body: Required<NewDryRunBody>;
    url: string;
  }): Promise<number> {
    const { operatorId, body } = asked;
    const subject = { kind: body.kind, id: String(body.subject_id) };
    const [described] = (await this.#all.describeSubjects([subject])).values();
    if (!described) throw new Refusal('NOT_FOUND', `There is no ${body.kind} ${body.subject_id}.`);
    const { id, players } = await createDryRun(this.#deps, { ...asked, name: described.name });
    if (players) {
      const { job, sessionId } = players;
      this.#rehearse({ id, realm: job.realm, operatorId }, job, sessionId).catch((error: unknown) =>
        this.#deps.log.error({ err: error, dryRun: id }, 'a dry run failed'),
      );
    }
    return id;
  }

  /** Ends one early, on whichever server it is: without their realm its players end. */
  async end(id: number, operatorId: string): Promise<void> {
    const { db } = this.#deps;
    const { realm, kind, subjectId, endedAt } = dryRuns;
    const [found] = await db.orm
      .select({ realm, kind, subjectId, endedAt })
      .from(dryRuns)
      .where(eq(dryRuns.id, id));
    if (!found) throw new Refusal('NOT_FOUND', 'Dry run not found.');
    if (found.endedAt) return;
    if (this.#running?.id === id) this.#running.over.abort();
    const subject = { kind: found.kind, id: String(found.subjectId) };
    await inTransaction(db, (tx) =>
      writeAudit(tx, { operatorId, action: 'dry-run.end', subject, details: { dry_run: id } }),
    );
    await this.#finish({ id, realm: found.realm, operatorId }, { failure: 'an operator ended it' });
  }

  /** Ends those whose server stopped. */
  async endLost(): Promise<void> {
    const { rows } = await this.#deps.db.pool.query<Started>({
      name: 'dry-runs-lost',
      text: `SELECT id, realm, started_by AS "operatorId" FROM dry_runs
        WHERE ended_at IS NULL AND started_at + minutes * interval '1 minute' < statement_timestamp() - $1 * interval '1 ms'`,
      values: [LOST_AFTER_MS],
    });
    for (const lost of rows) await this.#finish(lost, { failure: 'its server stopped' });
  }

  /** Lets the players of this server end with it. */
  stop(): void {
    this.#running?.over.abort(stopping);
  }

  async #rehearse(started: Started, job: DryRunJob, sessionId: string): Promise<void> {
    const over = new AbortController();
    const share = new ServerShare();
    this.#running = { id: started.id, over };
    try {
      await share.measureBefore(over.signal);
      const players = new SimulatedPlayers(job, over.signal);
      share.watch((used) => {
        if (used > DRY_RUN_ENDS_ABOVE)
          players.stop(`the server used ${(used * 100).toFixed(0)} % of a core for ten seconds`);
      });
      const figures = await players.figures;
      const report = { ...figures, share: share.read(), money: await this.#readMoney(started.realm) };
      await this.#finish(started, { report, verdict: verdictOf(report) });
      await this.#signOut(started, sessionId);
    } catch (error) {
      // Another server ends it: this one stops.
      if (over.signal.reason === stopping) return;
      // An operator ended it.
      if (over.signal.aborted) return this.#signOut(started, sessionId);
      await this.#finish(started, { failure: (error as Error).message.slice(0, FAILURE_CHARACTERS) });
      await this.#signOut(started, sessionId);
      throw error;
    } finally {
      share.stop();
      this.#running = undefined;
    }
  }

  /** Ends the realm, and stores the report of a dry run that was not ended before. Idempotent. */
  async #finish(
    { id, realm, operatorId }: Started,
    judged: { report: DryRunReport; verdict: DryRunVerdict } | { failure: string },
  ): Promise<void> {
    await endLoadTest(this.#deps, this.#all.cancelRealm, { realm, operatorId });
    await this.#deps.db.orm
      .update(dryRuns)
      .set({ endedAt: sql`clock_timestamp()`, ...judged })
      .where(sql`${dryRuns.id} = ${id} AND ${dryRuns.endedAt} IS NULL`);
  }

  /** Ends the session in which the players created the copy and read the books. */
  async #signOut({ operatorId: userId }: Started, sessionId: string): Promise<void> {
    const { db, sessions } = this.#deps;
    await inTransaction(db, (tx) => sessions.end(tx, { userId, sessionId, reason: 'dry run ended' }));
  }

  /** Returns what moved between the realm's accounts, beside the coins that its players began with. */
  async #readMoney(realm: number): Promise<DryRunReport['money']> {
    const { rows } = await this.#deps.db.pool.query<DryRunReport['money'][number]>({
      name: 'dry-runs-money',
      text: `WITH players AS (SELECT id FROM users WHERE realm = $1), moved AS (
          SELECT p.transfer_id, p.no, p.amount FROM postings p JOIN players u ON p.source_id = u.id
          UNION SELECT p.transfer_id, p.no, p.amount FROM postings p JOIN players u ON p.destination_id = u.id)
        SELECT t.kind, count(DISTINCT t.id)::int AS count, sum(m.amount)::float8 AS coins
        FROM moved m JOIN transfers t ON t.id = m.transfer_id WHERE t.kind <> 'adjust' GROUP BY t.kind ORDER BY t.kind`,
      values: [realm],
    });
    return rows;
  }
}

/** Judges a dry run by what its players saw. */
export function verdictOf(figures: DryRunFigures): DryRunVerdict {
  const { stopped, violations, divergent, lost, doubled, unbalanced, errors, command, delivery } = figures;
  if (violations.length + divergent + lost + doubled > 0 || unbalanced !== 0) return 'no';
  const isSlow = (command.p99 ?? 0) > DRY_RUN_GOALS.command || (delivery.p99 ?? 0) > DRY_RUN_GOALS.delivery;
  return stopped !== null || isSlow || Object.keys(errors).length > 0 ? 'care' : 'ready';
}
