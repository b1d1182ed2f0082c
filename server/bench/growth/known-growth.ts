/** Calls that may read more as the data grows, each with its reason. */
export const knownGrowth: { calls: RegExp; reason: string }[] = [
  {
    calls: /^GET \/admin\/auctions\?sort=current_bid_amount&/,
    reason:
      'An index on the price would prevent HOT updates of auctions, which every batch of bids relies on.',
  },
  {
    calls: /^GET \/admin\/ledger\/transfers\?kind=send$/,
    reason:
      'Reads back at most 20,000 transfers for a frequent kind: an index on these kinds would cost each bid an entry.',
  },
  { calls: /^GET \/admin\/notify-me\/csv$/, reason: 'Downloads all addresses, in chunks of 1,000.' },
  {
    calls: /^GET \/user\/deletion-preview$/,
    reason: 'Reads the open contests, whose number operators determine, to find those that the user joined.',
  },
  {
    calls: /^GET \/admin\/((auctions|orders)\?q=ke(ttle)?&|search\?q=ke$)/,
    reason: 'Counts its matches one by one, at most 1,001: the smaller sizes have fewer.',
  },
  {
    calls: /^GET \/admin\/overview$/,
    reason: 'Counts what waits one by one, at most 10,000 of each status: the smaller sizes have less.',
  },
  {
    calls: /^sweep contests-notify-settled$/,
    reason: 'PostgreSQL reads a table of a few dozen pages instead of its index; larger ones by the index.',
  },
  {
    calls: /^GET \/admin\/consequences\/contest\.cancel\//,
    reason: 'Counts the entries that are refunded one by one, at most 100,000.',
  },
];
