import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Deps } from '../../deps.ts';
import { searchedId } from '../../operators/operator-list.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import { findBankReference } from '../../payments/find-bank-reference.ts';
import { findQueuedPayment, listQueuedPayments } from './payments.queries.ts';

/** Finds payments by the buyer, the sender, either reference or the number. */
export const searchPayments =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const [proved, rows] = await Promise.all([
      findBankReference(db, 'payment', text),
      unlessUuid(text, () => listQueuedPayments(db, { ...firstHits, q: text })),
    ]);
    const id = proved ?? searchedId(text);
    const found = id === null ? undefined : await findQueuedPayment(db, id);
    return withFound(found, rows).map((payment) => ({
      id: String(payment.id),
      title: `${isolate(payment.fullName)}, ${inCoins(payment.bidPoints)}`,
      detail: `${payment.reference}, ${payment.status}`,
      realm: 0,
      image: null,
    }));
  };
