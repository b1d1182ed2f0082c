import { formatAge } from '../../lib/format-time.ts';
import { BidList, type BidRow } from '../../ui/bid-list.tsx';
import { type BidStream, rowsOf } from './bid-stream.ts';

interface BidStreamListProps {
  stream: BidStream;
  username: string;
  nowMs: number;
}

/** A fixed number of rows, so that the content below does not move. */
const mostShown = 5;

export function BidStreamList({ stream, username, nowMs }: BidStreamListProps) {
  const own = stream.find((bid) => bid.username === username);
  const rows = rowsOf(stream, mostShown)
    .slice(0, mostShown)
    .map((row): BidRow => {
      if (row.kind === 'gap') return row;
      const { seq, username: name, price, at } = row.bid;
      return { kind: 'bid', seq, name, amount: price, age: formatAge(nowMs - at), isOwn: name === username };
    });
  return <BidList rows={rows} ownAmount={own?.price ?? null} />;
}
