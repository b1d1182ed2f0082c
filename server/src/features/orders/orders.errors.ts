import { Refusal } from '../../errors.ts';

export const orderNotFound = () => new Refusal('ORDER_NOT_FOUND', 'Order not found');
