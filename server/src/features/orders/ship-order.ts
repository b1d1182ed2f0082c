import type { ApprovalPending } from '@copup/shared/admin.ts';
import { inTransaction, type Transaction } from '../../db/in-transaction.ts';
import { outageOf } from '../../db/pg-errors.ts';
import { withStoredReply } from '../../db/with-stored-reply.ts';
import type { Deps } from '../../deps.ts';
import { invariant, Refusal } from '../../errors.ts';
import type { DefinedJobs } from '../../jobs/jobs.ts';
import type { ApprovedActions } from '../../operators/approved-action.ts';
import { moveOrRequest } from '../../operators/move-or-request.ts';
import { lockOperatorAndOwner } from '../../operators/operator-moves.ts';
import { writeAudit } from '../../operators/write-audit.ts';
import { refuseUsedReference, takeBankReference } from '../../payments/bank-references.ts';
import { orderNotFound, undoOver, wrongOrderStatus } from './order.errors.ts';
import {
  lockOrder,
  type OrderKind,
  orderSubject,
  type Parcel,
  type Shipments,
  type StoredOrder,
} from './order-kind.ts';
import { countSent, refuseEarly } from './send-order.ts';

/** How long a shipment can be undone; its owner is notified afterwards. */
const UNDO_SECONDS = 60;
const SECOND_MS = 1_000;
const BATCH = 100;
const SHIPPABLE = 'processing';
const ORDER_ID = /^[1-9]\d{0,8}$/;

export type ShippedKind<Row extends StoredOrder> = OrderKind<Row> & { shipment: Shipments<Row> };

type GivenParcel = { [Field in keyof Parcel]?: string | null | undefined };

interface ShipOrder {
  orderId: number;
  operatorId: string;
  parcel: GivenParcel;
  /** The Idempotency-Key: a repetition does not ship again what was undone meanwhile (P6). */
  key: string | undefined;
}

/**
 * Marks an order as shipped (A10). The owner sees it and is notified when it can no longer be undone. When that needs a
 * second operator (O3a), returns the request and leaves the order unchanged. Does nothing when the order is shipped with
 * the same parcel; throws ORDER_STATUS for another parcel or status.
 */
export async function shipOrder<Row extends StoredOrder>(
  deps: Pick<Deps, 'db' | 'jobs' | 'newId' | 'settings'>,
  kind: ShippedKind<Row>,
  { orderId, operatorId, parcel, key }: ShipOrder,
): Promise<ApprovalPending | undefined> {
  const request = { userId: operatorId, route: `admin/${kind.plural}/ship`, subject: String(orderId), key };
  const { reply } = await inTransaction(deps.db, (tx) =>
    withStoredReply(tx, { ...request, input: parcel }, async () => {
      const order = await lockToDecide(tx, kind, orderId, operatorId);
      const given = toParcel(kind, order, parcel);
      const before = kind.shipment.parcelOf(order);
      if (order.status === 'shipped' && isSame(before, given)) return { status: 200, reply: null };
      if (order.status !== SHIPPABLE) throw wrongOrderStatus(order.status);
      assertComplete(kind, order, given);
      const { carrier, tracking, bankReference } = given;
      const subject = orderSubject(kind, orderId);
      if (bankReference !== null) await refuseUsedReference(tx, bankReference, subject);
      await refuseEarly(tx, kind, order);
      const details = { carrier, tracking, bank_reference: bankReference };
      const { userId: id, realm } = order;
      const by = { operatorId, action: actionOf(kind) };
      const move = { ...by, subject, details, user: { id, realm }, isCredit: true };
      const counted = await countSent(tx, kind, order, by);
      let noticeAt = '';
      const pending = await moveOrRequest(tx, deps, { ...move, ...counted }, async () => {
        noticeAt = await setShipped(tx, kind, order, given);
        return undefined;
      });
      return { status: pending ? 202 : 200, reply: pending ?? noticeAt };
    }),
  );
  if (reply !== null && typeof reply !== 'string') return reply;
  if (reply !== null) deps.jobs.scheduleJob(kind.shipment.job, String(orderId), new Date(reply));
  return undefined;
}

/** Locks the operator and the order's owner, then the order: the order of an approval. Its owner never changes. */
async function lockToDecide<Row extends StoredOrder>(
  tx: Transaction,
  kind: OrderKind<Row>,
  orderId: number,
  operatorId: string,
): Promise<Row> {
  const owner = (await kind.find(tx, orderId))?.userId;
  if (owner === undefined) throw orderNotFound();
  await lockOperatorAndOwner(tx, operatorId, owner);
  const order = await lockOrder(tx, kind, orderId);
  if (!order) throw orderNotFound();
  return order;
}

const actionOf = ({ name }: { name: string }) => `${name}.ship`;

/** Executes a shipment that a second operator approved. The periodic sweep sends its notice. */
export const shipmentApproved = <Row extends StoredOrder>(kind: ShippedKind<Row>): ApprovedActions => ({
  [actionOf(kind)]: {
    right: kind.calls.right,
    async apply(tx, { subject, details }) {
      const order = await lockOrder(tx, kind, Number(subject.id));
      if (!order) throw orderNotFound();
      if (order.status !== SHIPPABLE) throw wrongOrderStatus(order.status);
      await refuseEarly(tx, kind, order);
      const { carrier, tracking, bank_reference: bankReference } = details as Record<string, string | null>;
      await setShipped(tx, kind, order, toParcel(kind, order, { carrier, tracking, bankReference }));
      return {};
    },
  },
});

/** A reference is kept only for orders that are paid to a bank account. */
const toParcel = <Row extends StoredOrder>(
  { shipment }: ShippedKind<Row>,
  order: Row,
  { carrier = null, tracking = null, bankReference = null }: GivenParcel,
): Parcel => ({ carrier, tracking, bankReference: shipment.needsReference(order) ? bankReference : null });

const isSame = (before: Parcel, given: Parcel): boolean =>
  before.carrier === given.carrier &&
  before.tracking === given.tracking &&
  before.bankReference === given.bankReference;

function assertComplete<Row extends StoredOrder>(
  { shipment }: ShippedKind<Row>,
  order: Row,
  { carrier, tracking, bankReference }: Parcel,
): void {
  const isParcel = shipment.needsParcel(order);
  const issues = [
    ...(isParcel && carrier === null ? [{ path: 'carrier', message: 'Enter the carrier.' }] : []),
    ...(isParcel && tracking === null ? [{ path: 'tracking', message: 'Enter the tracking number.' }] : []),
    ...(shipment.needsReference(order) && bankReference === null
      ? [{ path: 'bank_reference', message: 'Enter the reference of the bank.' }]
      : []),
  ];
  if (issues.length === 0) return;
  const text = isParcel ? 'Enter the carrier and the tracking number.' : 'Enter the reference of the bank.';
  throw new Refusal('VALIDATION_FAILED', text, { issues });
}

/** Returns when the owner is notified. */
async function setShipped<Row extends StoredOrder>(
  tx: Transaction,
  kind: ShippedKind<Row>,
  order: Row,
  { carrier, tracking, bankReference }: Parcel,
): Promise<string> {
  if (bankReference !== null) await takeBankReference(tx, bankReference, orderSubject(kind, order.id));
  const { rows } = await tx.client.query<{ noticeAt: Date }>({
    name: `${kind.table}-ship`,
    text: `UPDATE ${kind.table} SET status = 'shipped', carrier = $2, tracking = $3, bank_reference = $4, updated_at = now.at,
        shipped_at = now.at, notice_at = now.at + interval '${UNDO_SECONDS} seconds'
      FROM (SELECT clock_timestamp()::timestamptz(3) AS at) AS now WHERE id = $1 RETURNING notice_at AS "noticeAt"`,
    values: [order.id, carrier, tracking, bankReference],
  });
  invariant(rows[0], 'a locked order is there');
  return rows[0].noticeAt.toISOString();
}

interface UndoShipment {
  orderId: number;
  operatorId: string;
  /** Of the shipment that the operator sees; another one is not undone. */
  shippedAt: Date;
}

/**
 * Undoes a shipment of which the owner was not notified. A bank's reference stays with its order. Does nothing when the order is not shipped; throws UNDO_OVER
 * when the time is over, and ORDER_STATUS when the order was shipped again, or has a later status.
 */
export async function undoShipment<Row extends StoredOrder>(
  deps: Pick<Deps, 'db'>,
  kind: ShippedKind<Row>,
  { orderId, operatorId, shippedAt }: UndoShipment,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, kind, orderId);
    if (!order) throw orderNotFound();
    if (order.status === 'processing') return;
    const shipped = kind.shipment.parcelOf(order);
    if (order.status !== 'shipped' || shipped.shippedAt?.getTime() !== shippedAt.getTime())
      throw wrongOrderStatus(order.status);
    if (!shipped.noticeAt || (await tx.clock()) >= shipped.noticeAt) throw undoOver();
    await tx.client.query({
      name: `${kind.table}-undo-ship`,
      text: `UPDATE ${kind.table} SET status = 'processing', carrier = NULL, tracking = NULL, bank_reference = NULL,
        shipped_at = NULL, notice_at = NULL, updated_at = clock_timestamp() WHERE id = $1`,
      values: [order.id],
    });
    const { carrier, tracking, bankReference } = shipped;
    const subject = orderSubject(kind, order.id);
    await writeAudit(tx, {
      operatorId,
      action: `${kind.name}.undo-ship`,
      subject,
      details: { carrier, tracking, bank_reference: bankReference },
    });
  });
}

type NoticeDeps = Pick<Deps, 'db' | 'log' | 'notices'>;

/**
 * Notifies the owner of a shipment that can no longer be undone, once. The row decides under its lock, so a repeated
 * job, several servers and an operator who undoes it may try at once. Returns when to try again.
 */
async function announceShipment<Row extends StoredOrder>(
  deps: NoticeDeps,
  kind: ShippedKind<Row>,
  orderId: number,
): Promise<Date | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, kind, orderId);
    const parcel = order && kind.shipment.parcelOf(order);
    if (!order || !parcel?.noticeAt || order.status !== 'shipped') return undefined;
    if ((await tx.clock()) < parcel.noticeAt) return parcel.noticeAt;
    await tx.client.query({
      name: `${kind.table}-announced`,
      text: `UPDATE ${kind.table} SET notice_at = NULL, updated_at = clock_timestamp() WHERE id = $1`,
      values: [order.id],
    });
    const { carrier, tracking } = parcel;
    const details = { name: order.itemName, status: order.status, carrier, tracking };
    const subject = orderSubject(kind, order.id);
    await deps.notices.write(tx, [{ userId: order.userId, kind: 'order', subject, details }]);
    return undefined;
  });
}

/** Defines the scheduled job of each shipment, and the periodic sweep that guarantees its notice. */
export const shipmentJobs = <Row extends StoredOrder>(
  deps: NoticeDeps,
  kind: ShippedKind<Row>,
): DefinedJobs => ({
  scheduled: {
    [kind.shipment.job]: async (id) =>
      ORDER_ID.test(id) ? announceShipment(deps, kind, Number(id)) : undefined,
  },
  about: { [kind.shipment.job]: kind.name },
  sweeps: [{ name: `${kind.plural}-shipped`, everyMs: SECOND_MS, run: () => announceDue(deps, kind) }],
});

/** Notifies the owners of all shipments whose time is over. One that fails does not keep the others waiting. */
export async function announceDue<Row extends StoredOrder>(
  deps: NoticeDeps,
  kind: ShippedKind<Row>,
): Promise<void> {
  const { rows } = await deps.db.pool.query<{ id: number }>({
    name: `${kind.table}-to-announce`,
    text: `SELECT id FROM ${kind.table} WHERE notice_at <= statement_timestamp() ORDER BY notice_at, id LIMIT $1`,
    values: [BATCH],
  });
  for (const { id } of rows) {
    try {
      await announceShipment(deps, kind, id);
    } catch (error) {
      const outage = outageOf(error);
      if (outage === 'unavailable') throw error;
      if (outage === undefined)
        deps.log.error({ err: error, order: id }, 'a shipment could not be announced');
    }
  }
}
