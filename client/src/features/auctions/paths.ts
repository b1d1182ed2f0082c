export const auctionPaths = {
  auctions: '/auction',
  auction: '/auction/:id',
  joined: '/waitList',
  newAuctions: '/new',
} as const;
