import { SERVER_SEED_BYTES } from '@copup/shared/fairness.ts';
import type { Database } from '../db/database.ts';
import { and, eq } from '../db/drizzle.ts';
import type { Transaction } from '../db/in-transaction.ts';
import type { Deps } from '../deps.ts';
import type { Subject } from '../subject.ts';
import { ensureClientSeed } from './client-seeds.ts';
import { fairSeeds } from './fairness.tables.ts';
import { nodeHashes } from './node-hashes.ts';
import { sealServerSeed, unsealServerSeed } from './seal-seeds.ts';

type SeedDeps = Pick<Deps, 'config' | 'randomBytes'>;

/** A user's seeds of one subject. The server seed must not leave the server before the subject is over. */
export interface Seeds {
  /** Hex. */
  commitment: string;
  serverSeed: Buffer;
  clientSeed: string;
  /** Whether the first draw was made; the client seed can no longer change. */
  isDrawn: boolean;
}

/** Draws a server seed for this user and subject (C13). Returns its commitment as hex. */
export async function commitSeed(
  tx: Transaction,
  deps: SeedDeps,
  subject: Subject,
  userId: string,
): Promise<string> {
  const serverSeed = deps.randomBytes(SERVER_SEED_BYTES);
  const commitment = Buffer.from(nodeHashes.sha256(serverSeed));
  const sealed = sealServerSeed(deps, serverSeed, ownerOf(subject, userId));
  await ensureClientSeed(tx, deps, userId);
  await tx.client.query({
    name: 'fair-seed-commit',
    text: `INSERT INTO fair_seeds (subject_kind, subject_id, user_id, commitment, sealed_seed) VALUES ($1, $2, $3, $4, $5)`,
    values: [subject.kind, subject.id, userId, commitment, sealed],
  });
  return commitment.toString('hex');
}

interface SeedRow {
  userId: string;
  commitment: Buffer;
  sealedSeed: Buffer;
  clientSeed: string;
  isDrawn: boolean;
}

/** Reads the seeds of those of these users who have any. */
export async function readSeeds(
  source: Database | Transaction,
  deps: Pick<Deps, 'config'>,
  subject: Subject,
  userIds: readonly string[],
): Promise<Map<string, Seeds>> {
  const { rows } = await ('client' in source ? source.client : source.pool).query<SeedRow>({
    name: 'fair-seeds-read',
    text: `SELECT s.user_id AS "userId", s.commitment, s.sealed_seed AS "sealedSeed",
        coalesce(s.client_seed, c.client_seed) AS "clientSeed", s.client_seed IS NOT NULL AS "isDrawn"
      FROM fair_seeds s JOIN client_seeds c USING (user_id)
      WHERE s.subject_kind = $1 AND s.subject_id = $2 AND s.user_id = ANY($3::uuid[])`,
    values: [subject.kind, subject.id, userIds],
  });
  return new Map(
    rows.map(({ userId, commitment, sealedSeed, ...row }) => {
      const serverSeed = unsealServerSeed(deps, sealedSeed, ownerOf(subject, userId));
      return [userId, { ...row, commitment: commitment.toString('hex'), serverSeed }];
    }),
  );
}

/**
 * Finds the commitment, which is published before the first draw; undefined for a user without a seed of the subject.
 */
export async function findCommitment(
  db: Database,
  subject: Subject,
  userId: string,
): Promise<string | undefined> {
  const [found] = await db.orm
    .select({ commitment: fairSeeds.commitment })
    .from(fairSeeds)
    .where(
      and(
        eq(fairSeeds.subjectKind, subject.kind),
        eq(fairSeeds.subjectId, subject.id),
        eq(fairSeeds.userId, userId),
      ),
    );
  return found?.commitment.toString('hex');
}

/** Fixes the client seeds with the COMMIT of the first draw that used them. */
export function fixClientSeedsLast(
  tx: Transaction,
  subject: Subject,
  used: readonly { userId: string; clientSeed: string }[],
): void {
  if (used.length === 0) return;
  tx.writeLast({
    name: 'fair-client-seeds-fix',
    text: `UPDATE fair_seeds s SET client_seed = u.client_seed FROM unnest($3::uuid[], $4::text[]) AS u (user_id, client_seed)
      WHERE s.subject_kind = $1 AND s.subject_id = $2 AND s.user_id = u.user_id`,
    values: [
      subject.kind,
      subject.id,
      used.map(({ userId }) => userId),
      used.map(({ clientSeed }) => clientSeed),
    ],
  });
}

const ownerOf = ({ kind, id }: Subject, userId: string): string => `${kind}:${id}:${userId}`;
