export { orders } from './auction-orders/index.ts';
export { cart } from './cart/index.ts';
export { heistOrders } from './heist-orders/index.ts';
