import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Deps } from '../../deps.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { listPayouts } from './payouts.admin.queries.ts';

export const searchPayouts =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const rows = await unlessUuid(text, () => listPayouts(db, { ...firstHits, realm: 0, q: text }));
    return rows.map((payout) => ({
      id: String(payout.id),
      title: `${isolate(payout.fullName)}, ${inCoins(payout.bidPoints)}`,
      detail: `${payout.id}, ${payout.bankName}, ${payout.status}`,
      realm: payout.realm,
      image: null,
    }));
  };
