export const orderPaths = { orders: '/orders' } as const;
