/** Calls that may read more as the data grows, each with its reason. */
export const knownGrowth: { calls: RegExp; reason: string }[] = [
  {
    calls: /^GET \/admin\/\S+perPage/,
    reason: 'The lists of operators count all rows and sort without indexes.',
  },
  { calls: /^GET \/auction$/, reason: 'row_number() reads every live auction.' },
  {
    calls: /^sweep auctions-(start|close|close-held|tell-outbid)$/,
    reason: 'clock_timestamp() cannot use an index.',
  },
  { calls: /^sweep purge$/, reason: 'clock_timestamp() cannot use an index.' },
];
