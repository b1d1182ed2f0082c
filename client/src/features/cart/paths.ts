export const cartPaths = {
  cartHome: '/cart-home',
  cart: '/cart',
  heistCart: '/cart-heist',
  checkout: '/checkout',
} as const;
