import type { DecidedSeveral } from '@copup/shared/decided-several.ts';
import { lockUsers } from '../accounts/users.queries.ts';
import { inTransaction, type Transaction } from '../db/in-transaction.ts';
import { withStoredReply } from '../db/with-stored-reply.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../errors.ts';
import { decideFree } from './decide.ts';
import type { DecidedItem, DecidedKind, TakenDecision } from './decided-kind.ts';

type DecideDeps = Pick<Deps, 'db' | 'newId' | 'notices' | 'settings'>;
interface Several extends Omit<TakenDecision, 'id'> {
  ids: readonly number[];
}

/**
 * Takes one decision on several items in one transaction, each checked on its own: those that cannot be decided are returned with the
 * reason. `key` is the Idempotency-Key (P6).
 */
export async function decideSeveral<Item extends DecidedItem>(
  deps: DecideDeps,
  kind: DecidedKind<Item>,
  { key, ...several }: Several & { key: string | undefined },
): Promise<DecidedSeveral> {
  const { ids, action, operatorId, reason, bankReference } = several;
  const route = `admin/${kind.plural}/${action}`;
  const input = { ids, reason, bankReference };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { userId: operatorId, route, subject: '', key, input }, async () => ({
      status: 200,
      reply: await decideEach(tx, deps, kind, several),
    })),
  );
  return reply;
}

/** Locks all users before the items, and takes the items in the order of their users, in which wallets are locked (L5). */
async function decideEach<Item extends DecidedItem>(
  tx: Transaction,
  deps: DecideDeps,
  kind: DecidedKind<Item>,
  { ids, ...decision }: Several,
): Promise<DecidedSeveral> {
  const owned: { id: number; owner: string }[] = [];
  for (const id of new Set(ids)) owned.push({ id, owner: (await kind.findOwner(tx, id)) ?? '' });
  const owners = owned.flatMap(({ owner }) => (owner === '' ? [] : [owner]));
  await lockUsers(tx, [decision.operatorId, ...owners]);
  const several: DecidedSeveral = { decided: [], requested: [], refused: [] };
  for (const { id } of owned.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))) {
    try {
      const pending = await decideFree(deps, kind)(tx, { ...decision, id });
      if (pending) several.requested.push({ id, approval_id: pending.approval_id });
      else several.decided.push(id);
    } catch (error) {
      // A refusal comes before anything of the item is written.
      if (!(error instanceof Refusal)) throw error;
      several.refused.push({ id, code: error.code, message: error.message });
    }
  }
  several.decided.sort((a, b) => a - b);
  return several;
}
