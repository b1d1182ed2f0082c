export const auctionPaths = {
  auctions: '/auction',
  auction: '/auction/:id',
  joined: '/waitList',
} as const;
