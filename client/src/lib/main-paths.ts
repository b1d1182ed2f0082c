/** Addresses that pages of more than one feature lead to. */
export const mainPaths = {
  home: '/',
  land: '/land',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  privacy: '/privacy',
  terms: '/terms',
  dashboard: '/dashboard',
  peerToPeer: '/walletPage',
  swap: '/soon',
  connectionCheck: '/test',
  unauthorized: '/unauthorized',
  admin: '/admin',
} as const;
