/** Calls that may read more as the data grows, each with its reason. */
export const knownGrowth: { calls: RegExp; reason: string }[] = [
  {
    calls: /^GET \/admin\/users\?sort=(available|held|bonus)&/,
    reason: 'An index on a balance would end the updates in place of wallets, which every posting relies on.',
  },
  {
    calls: /^GET \/admin\/auctions\?sort=current_bid_amount&/,
    reason:
      'An index on the price would end the updates in place of auctions, which every batch of bids relies on.',
  },
];
