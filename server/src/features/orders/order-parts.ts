import { shipmentsCalls } from '@copup/shared/calls/orders.ts';
import { approvedDecisions } from '../../decisions/decide.ts';
import { decidedRoutes } from '../../decisions/decided-parts.ts';
import type { Deps } from '../../deps.ts';
import { type DescribedItem, readQueueOf } from '../../operators/read-queue.ts';
import { acted } from '../../operators/record-handlers.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { routes } from '../../routes.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { orderDecisions } from './order-decisions.ts';
import { type OrderFacts, readOrderFacts } from './order-facts.ts';
import type { OrderKind } from './order-kind.ts';
import { listOrders, type OrderList, type OrderQuery } from './order-list.ts';
import { orderTimeline, type Placed, type WonItem } from './order-timeline.ts';
import { refundOutlook } from './refund-outlook.ts';
import { type ShippedKind, shipmentApproved, shipmentJobs, shipOrder, undoShipment } from './ship-order.ts';

type PartsDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'newId' | 'notices' | 'settings'>;

/** What operators see of the orders of one kind (O3). */
export interface OrderAdmin<Row extends Placed> {
  readonly kind: OrderKind<Row>;
  readonly list: OrderList;
  toReply(order: Row, facts: OrderFacts): object;
  readonly won: WonItem<Row>;
  /** The statuses in which an order waits, and what the overview shows of the oldest. */
  readonly waiting: { readonly statuses: readonly string[]; readonly oldest: DescribedItem };
}

/** What the manifest of a feature has of a kind of orders, with /api/admin/{plural}. */
export function orderParts<Row extends Placed>(deps: PartsDeps, admin: OrderAdmin<Row>) {
  const { kind, list, waiting } = admin;
  const { name, plural, table, shipment } = kind;
  const decided = orderDecisions(kind);
  const shipped = shipment && { ...kind, shipment };
  const { served, get } = decidedRoutes(deps, kind.calls, decided, {
    list: (query) => listOrders<Row>(deps.db, list, query as OrderQuery),
    find: (id) => kind.find(deps.db, id),
    async toReplies(orders) {
      const factsOf = await readOrderFacts(deps.db, kind, orders);
      return orders.map((order) => admin.toReply(order, factsOf(order)));
    },
  });
  return {
    routes: shipped ? [served, shipmentRoutes(deps, shipped, get)] : [served],
    approvedActions: {
      ...approvedDecisions(deps, decided),
      ...(shipped && shipmentApproved(shipped)),
    },
    ...(shipped && { jobs: shipmentJobs(deps, shipped) }),
    outlooks: { [`${name}.refund`]: refundOutlook(kind) },
    timelines: { [name]: orderTimeline(kind, admin.won) },
    searches: { [name]: searchOrders(deps, list) },
    queues: { [plural]: readQueueOf(deps, { queue: plural, table, time: 'created_at', ...waiting }) },
  };
}

const shipmentRoutes = <Row extends Placed>(
  deps: PartsDeps,
  kind: ShippedKind<Row>,
  get: (id: number, viewer: Viewer) => Promise<unknown>,
) =>
  routes(shipmentsCalls, {
    'POST /admin/orders/:id/ship': acted(({ id: orderId, operatorId, key, body }) => {
      const { bank_reference: bankReference, ...parcel } = body ?? {};
      return shipOrder(deps, kind, { orderId, operatorId, parcel: { ...parcel, bankReference }, key });
    }, get),

    'POST /admin/orders/:id/undo-ship': acted(
      ({ id: orderId, operatorId, body }) =>
        undoShipment(deps, kind, { orderId, operatorId, shippedAt: new Date(body.shipped_at) }),
      get,
    ),
  });

interface FoundOrder {
  id: number;
  itemName: string;
  username: string;
  status: string;
  realm: number;
}

/** Finds orders by a part of the winner's or the item's name, or by their number. */
const searchOrders =
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
