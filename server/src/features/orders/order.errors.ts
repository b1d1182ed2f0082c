import { Refusal } from '../../errors.ts';

export const orderNotFound = () => new Refusal('ORDER_NOT_FOUND', 'Order not found');
export const wrongOrderStatus = (status: string) =>
  new Refusal('ORDER_STATUS', `This order is ${status}.`, { details: { status } });
export const paidWithYoungCoins = (until: Date) =>
  new Refusal('YOUNG_COINS', 'This order was paid with coins that are too new. Send it later.', {
    details: { until: until.toISOString() },
  });
export const undoOver = () =>
  new Refusal('UNDO_OVER', 'This shipment can no longer be undone: the player was notified.');
