import { type Carried, type DecidedItem, type DecidedKind, rulesOf } from '../../decisions/decided-kind.ts';
import { postTransfers } from '../../ledger/post-transfers.ts';
import { orderNotFound, wrongOrderStatus } from './order.errors.ts';
import {
  lockOrder,
  type OrderKind,
  type OrderMove,
  orderSubject,
  type StoredOrder,
  setOrderStatus,
} from './order-kind.ts';
import { countSent, refuseEarly } from './send-order.ts';

type Decided<Row extends StoredOrder> = Row & DecidedItem;

/**
 * The decisions on orders of one kind (A10, H8): the moves to the next status, and the refund of what the winner paid,
 * once, to the parts of the wallet that paid it (L6). An action can be repeated.
 */
export function orderDecisions<Row extends StoredOrder>(kind: OrderKind<Row>): DecidedKind<Decided<Row>> {
  const moves = Object.entries(kind.moves).map(([action, move]) => [action, moveOf(kind, action, move)]);
  return {
    name: kind.name,
    plural: kind.plural,
    rules: rulesOf(kind.calls, { ...Object.fromEntries(moves), refund: refundOf(kind) }),
    isRepeatable: true,
    notFound: orderNotFound,
    wrongStatus: wrongOrderStatus,
    findOwner: async (tx, id) => (await kind.find(tx, id))?.userId,
    async lock(tx, id) {
      const order = await lockOrder(tx, kind, id);
      if (!order) return undefined;
      const { available, bonus } = kind.paidBy(order);
      return { ...order, bidPoints: available + bonus };
    },
    write: (tx, { id }, { status }) => setOrderStatus(tx, kind, id, status),
    notice: ({ itemName }) => ({ kind: 'order', details: { name: itemName } }),
  };
}

/** The move that sends an order is counted. What is shipped was checked and counted then. */
const moveOf = <Row extends StoredOrder>(
  kind: OrderKind<Row>,
  action: string,
  { from, to }: OrderMove,
): Carried<Decided<Row>> => ({
  from: [from],
  to,
  ...(kind.calls.decisions[action]?.isCounted && {
    check: (tx, order) => refuseEarly(tx, kind, order),
    counts: (tx, order, operatorId) =>
      countSent(tx, kind, order, { operatorId, action: `${kind.name}.${action}` }),
  }),
});

const refundOf = <Row extends StoredOrder>(kind: OrderKind<Row>): Carried<Decided<Row>> => ({
  to: 'refunded',
  logs: ({ bidPoints, itemName }) => ({ bid_points: bidPoints, name: itemName }),
  async move(tx, { newId }, order) {
    const { available, bonus } = kind.paidBy(order);
    const from = { kind: 'revenue' } as const;
    const postings = [
      { from, to: { kind: 'available', id: order.userId } as const, amount: available },
      { from, to: { kind: 'bonus', id: order.userId } as const, amount: bonus },
    ].filter(({ amount }) => amount > 0);
    if (postings.length === 0) return null;
    const id = newId();
    const about = { subject: orderSubject(kind, order.id), key: `${kind.name}:${order.id}` };
    await postTransfers(tx, [{ ...about, id, kind: 'refund', realm: order.realm, postings }]);
    return id;
  },
});
