import { Refusal } from '../errors.ts';

export const orderNotFound = () => new Refusal('ORDER_NOT_FOUND', 'Order not found');
export const wrongOrderStatus = (status: string) =>
  new Refusal('ORDER_STATUS', `This order is ${status}.`, { details: { status } });
export const undoOver = () =>
  new Refusal('UNDO_OVER', 'This shipment can no longer be undone: the player was notified.');
