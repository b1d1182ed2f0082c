import type { Deps } from '../deps.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../operators/search-records.ts';
import { listOrders, type OrderList } from './order-list.ts';

interface FoundOrder {
  id: number;
  itemName: string;
  username: string;
  status: string;
  realm: number;
}

/** Finds orders by a part of the winner's or the item's name, or by their number. */
export const searchOrders =
  ({ db }: Pick<Deps, 'db'>, list: OrderList): SearchRecords =>
  async (text) => {
    const rows = await unlessUuid(text, () => listOrders<FoundOrder>(db, list, { ...firstHits, q: text }));
    return rows.map(({ id, itemName, username, status, realm }) => ({
      id: String(id),
      title: itemName,
      detail: `${id}, ${username}, ${status}`,
      realm,
      image: null,
    }));
  };
