import type { Database } from '../../db/database.ts';
import { commonSources, fewEntries } from '../../operators/item-sources.ts';
import type { LinkedItem, SourceEntry, TimelineKind } from '../../operators/item-timeline.ts';
import type { OrderKind, StoredOrder } from './order-kind.ts';

export type Placed = StoredOrder & { username: string; createdAt: Date };

/** What was won, for a link. */
export interface WonItem<Row> {
  kind: string;
  label: string;
  idOf(order: Row): number;
}

/** The timeline of one kind of orders. */
export const orderTimeline = <Row extends Placed>(
  kind: OrderKind<Row>,
  item: WonItem<Row>,
): TimelineKind => ({
  sources: [
    fewEntries('status', async (db, id) => {
      const order = await kind.find(db, Number(id));
      return order ? entriesOf(kind, order) : [];
    }),
    ...commonSources(kind.name),
  ],
  async links(db: Database, id: string): Promise<LinkedItem[] | undefined> {
    const order = await kind.find(db, Number(id));
    return (
      order && [
        { kind: 'user', id: order.userId, label: 'Winner' },
        { kind: item.kind, id: String(item.idOf(order)), label: item.label },
      ]
    );
  },
  version: `(SELECT (extract(epoch FROM v.updated_at) * 1000)::bigint FROM ${kind.table} v WHERE v.id = i.id::int)`,
});

function entriesOf<Row extends Placed>(kind: OrderKind<Row>, order: Row): SourceEntry[] {
  const { userId, createdAt } = order;
  const placed = { key: 'placed', at: createdAt, kind: 'placed', text: 'Placed', userId };
  const parcel = kind.shipment?.parcelOf(order);
  if (!parcel?.shippedAt) return [placed];
  const { carrier, tracking, bankReference, shippedAt, noticeAt } = parcel;
  const detail = [carrier, tracking, bankReference].filter((part) => part !== null).join(' · ') || null;
  return [
    placed,
    {
      ...{ key: 'shipped', at: shippedAt, kind: 'shipped', detail },
      text: noticeAt ? 'Shipped; the player is notified within a minute' : 'Shipped',
      tone: noticeAt ? 'warn' : 'good',
    },
  ];
}
