import { ShipOrderBody, UndoShipmentBody } from '@copup/shared/cart.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { approvedDecisions } from '../../decisions/decide.ts';
import { decisionActions } from '../../decisions/decided-parts.ts';
import type { Deps } from '../../deps.ts';
import { type DescribedItem, readQueueOf } from '../../operators/read-queue.ts';
import { type RecordAction, recordAction, serveRecords } from '../../operators/record-routes.ts';
import { firstHits, type SearchRecords, unlessUuid } from '../../operators/search-records.ts';
import { orderNotFound } from './order.errors.ts';
import { orderDecisions } from './order-decisions.ts';
import { type OrderFacts, readOrderFacts } from './order-facts.ts';
import type { OrderKind } from './order-kind.ts';
import { listOrders, type OrderList, type OrderQuery } from './order-list.ts';
import { orderTimeline, type Placed, type WonItem } from './order-timeline.ts';
import { refundOutlook } from './refund-outlook.ts';
import { type ShippedKind, shipmentApproved, shipmentJobs, shipOrder, undoShipment } from './ship-order.ts';

type PartsDeps = Pick<Deps, 'db' | 'jobs' | 'log' | 'newId' | 'notices' | 'settings'>;

/** What operators see of the orders of one kind (O3). */
export interface OrderAdmin<Row extends Placed, Filters extends z.ZodObject, Reply extends z.ZodType> {
  readonly kind: OrderKind<Row>;
  readonly list: OrderList;
  readonly filters: Filters;
  readonly reply: Reply;
  toReply(order: Row, facts: OrderFacts): z.input<Reply>;
  readonly won: WonItem<Row>;
  /** The statuses in which an order waits, and what the overview shows of the oldest. */
  readonly waiting: { readonly statuses: readonly string[]; readonly oldest: DescribedItem };
}

/** What the manifest of a feature has of a kind of orders, with /api/admin/{plural}. */
export function orderParts<Row extends Placed, Filters extends z.ZodObject, Reply extends z.ZodType>(
  deps: PartsDeps,
  admin: OrderAdmin<Row, Filters, Reply>,
) {
  const { kind, list, waiting } = admin;
  const { name, plural, table, shipment } = kind;
  const decided = orderDecisions(kind);
  const shipped = shipment && { ...kind, shipment };
  const routes: FastifyPluginAsyncZod = async (app) => {
    const records = {
      ...{ plural, tag: `operators: ${plural.replace('-', ' ')}`, notFound: orderNotFound },
      summaries: { list: kind.summaries.list, one: 'One order' },
      ...{ filters: admin.filters, reply: admin.reply },
      list: (query: OrderQuery) => listOrders<Row>(deps.db, list, query),
      find: (id: number) => kind.find(deps.db, id),
      async toReplies(orders: Row[]) {
        const factsOf = await readOrderFacts(deps.db, kind, orders);
        return orders.map((order) => admin.toReply(order, factsOf(order)));
      },
    };
    const shipments = shipped ? shipmentActions(deps, shipped) : [];
    serveRecords(app, records, [...decisionActions(deps, decided), ...shipments]);
  };
  return {
    routes,
    approvedActions: {
      ...approvedDecisions(deps, decided),
      ...(shipped && shipmentApproved(shipped)),
    },
    ...(shipped && { jobs: shipmentJobs(deps, shipped) }),
    outlooks: { [`${name}.refund`]: refundOutlook(kind) },
    timelines: { [name]: orderTimeline(kind, admin.won) },
    searches: { [name]: searchOrders(deps, list) },
    queues: { [plural]: readQueueOf(deps, { table, time: 'created_at', ...waiting }) },
  };
}

function shipmentActions<Row extends Placed>(deps: PartsDeps, kind: ShippedKind<Row>): RecordAction[] {
  const ship = recordAction<z.output<typeof ShipOrderBody>>({
    action: 'ship',
    summary:
      'Marks an order as shipped; a product needs carrier and tracking, cash the reference of the bank; 202 when a second operator has to approve (O3a). The player sees it when it can no longer be undone, a minute later',
    errors: [
      ...(['ORDER_NOT_FOUND', 'ORDER_STATUS', 'OWES_COINS', 'OPEN_DISPUTE', 'YOUNG_COINS'] as const),
      ...(['OWN_WALLET', 'ALREADY_REQUESTED', 'BANK_REFERENCE_USED'] as const),
    ],
    body: ShipOrderBody,
    waits: true,
    run({ id: orderId, operatorId, key, body }) {
      const { bank_reference: bankReference, ...parcel } = body ?? {};
      return shipOrder(deps, kind, { orderId, operatorId, parcel: { ...parcel, bankReference }, key });
    },
  });
  const undo = recordAction({
    action: 'undo-ship',
    summary: 'Undoes a shipment within a minute, before the player is notified',
    errors: ['ORDER_NOT_FOUND', 'ORDER_STATUS', 'UNDO_OVER'],
    body: UndoShipmentBody,
    isKeyed: false,
    run: ({ id: orderId, operatorId, body }) =>
      undoShipment(deps, kind, { orderId, operatorId, shippedAt: new Date(body.shipped_at) }),
  });
  return [ship, undo];
}

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
