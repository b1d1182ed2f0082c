import { auctionKind } from '../../src/features/auctions/auctions.subject.ts';
import type { AuctionRow } from '../../src/features/auctions/auctions.tables.ts';
import { scheduleSubject } from '../../src/subjects/schedule.ts';
import { listSubjects } from '../../src/subjects/subject-rows.ts';
import { startBenchServer } from '../bench-server.ts';

/** An order to a server of the bench. */
export type ClosingOrder =
  | { kind: 'sessions'; userIds: string[] }
  | { kind: 'jobs'; auctionIds: number[] }
  | { kind: 'end' };
/** A report of the server. */
export type ClosingReport =
  | { kind: 'ready'; url: string }
  | { kind: 'sessions'; tokens: string[] }
  | { kind: 'jobs' };

/** A whole server, with its rooms, scheduled jobs and sweeps. */
const server = await startBenchServer();
const { deps } = server;
await deps.jobs.start();

const report = (what: ClosingReport) => process.send?.(what);

async function obey(order: ClosingOrder): Promise<void> {
  if (order.kind === 'sessions') {
    report({ kind: 'sessions', tokens: await server.createTokens(order.userIds) });
  } else if (order.kind === 'jobs') {
    for (const auction of await listSubjects<AuctionRow>(deps.db, auctionKind, order.auctionIds))
      scheduleSubject(deps, auctionKind, auction);
    report({ kind: 'jobs' });
  } else {
    await server.close();
    process.exit(0);
  }
}

// The bench ended without its last order.
process.once('disconnect', () => process.exit(1));
process.on('message', (order: ClosingOrder) => void obey(order));
report({ kind: 'ready', url: server.url });
