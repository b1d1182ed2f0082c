import type { DryRunJob, NewDryRunBody } from '@copup/shared/dry-runs.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { createRealm, signInPlayers } from './create-load-test.ts';
import { dryRuns } from './dry-runs.tables.ts';

/** More than any copy costs. */
const COINS = 1_000_000_000;
const MINUTE_MS = 60_000;

interface Asked {
  body: Required<NewDryRunBody>;
  /** Of the subject. */
  name: string;
  operatorId: string;
  key: string | undefined;
  /** Where this server listens. */
  url: string;
}

/** What the players are told, with the session of the operator in whose name they create the copy. Absent in a repeated request. */
interface CreatedDryRun {
  id: number;
  players?: { job: DryRunJob; sessionId: string };
}

/** Creates a dry run with its realm, players and sessions. Throws DRY_RUN_ACTIVE. */
export function createDryRun(
  deps: Pick<Deps, 'db' | 'newId' | 'randomBytes' | 'sessions'>,
  asked: Asked,
): Promise<CreatedDryRun> {
  const { body, operatorId, key, url } = asked;
  const request = { userId: operatorId, route: 'admin/dry-runs', subject: '', key, input: body };
  return inTransaction(deps.db, async (tx) => {
    const { reply, replayed } = await withStoredReply(tx, request, async () => {
      const realm = await createRealm(tx, deps, { users: body.players, bid_points: COINS }, operatorId);
      return { status: 201, reply: { ...realm, id: await insertDryRun(tx, asked, realm.realm) } };
    });
    const { id, realm } = reply;
    if (replayed) return { id };
    const { sessionId, token } = await deps.sessions.create(tx, operatorId);
    const users = await signInPlayers(tx, deps.sessions, reply.players);
    const { kind, subject_id: subjectId, minutes } = body;
    const sizes = { coins: COINS, durationMs: minutes * MINUTE_MS, seed: id };
    return { id, players: { sessionId, job: { url, token, realm, users, kind, subjectId, ...sizes } } };
  });
}

async function insertDryRun(
  tx: Transaction,
  { body, name, operatorId }: Asked,
  realm: number,
): Promise<number> {
  const { kind, subject_id: subjectId, players, minutes } = body;
  const [row] = await tx.orm
    .insert(dryRuns)
    .values({ realm, kind, subjectId, name, players, minutes, startedBy: operatorId })
    .onConflictDoNothing()
    .returning({ id: dryRuns.id });
  if (!row) throw new Refusal('DRY_RUN_ACTIVE', 'A dry run is going on. Wait for its end, or end it.');
  const details = { dry_run: row.id, players, minutes };
  await writeAudit(tx, {
    operatorId,
    action: 'dry-run.start',
    subject: { kind, id: String(subjectId) },
    details,
  });
  return row.id;
}
