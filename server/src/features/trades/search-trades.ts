import { inCoins } from '@copup/shared/coins.ts';
import { isolate } from '@copup/shared/isolate.ts';
import type { Deps } from '../../deps.ts';
import { firstHits, type SearchRecords, unlessUuid, withFound } from '../../operators/search-records.ts';
import { findBankReference } from '../../payments/find-bank-reference.ts';
import { findAdminTrade, listTrades } from './trades.admin.queries.ts';

/** Finds trades by the buyer, the bank's reference or the number. */
export const searchTrades =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text) => {
    const [proved, rows] = await Promise.all([
      findBankReference(db, 'trade', text),
      unlessUuid(text, () => listTrades(db, { ...firstHits, q: text })),
    ]);
    const found = proved === undefined ? undefined : await findAdminTrade(db, proved);
    return withFound(found, rows).map((trade) => ({
      id: String(trade.id),
      title: `${isolate(trade.full_name)}, ${inCoins(trade.bid_points)}`,
      detail: `${trade.id}, ${trade.trader}, ${trade.status}`,
      realm: 0,
      image: null,
    }));
  };
