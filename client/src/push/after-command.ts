import type { Moment } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { tellWorker } from '../lib/tell-worker.ts';
import { useTopCard } from '../lib/top-card.ts';
import { isWanted, pushAbility } from './device.ts';

const DAY_MS = 86_400_000;
/** From the last offer on. One that was not answered counts as refused. */
const SILENT_MS = 30 * DAY_MS;
/** The player first sees what came of the command. */
const afterMs = 3_000;

/** What the messages are about that each command makes useful. */
const offers = {
  bid: 'Shall we tell you when you’re outbid?',
  ticket: 'Shall we tell you before it starts?',
  watch: 'Shall we tell you before it ends?',
};

/** W23: tells the worker what a message may have led to, and offers messages where they explain themselves. */
export function followMoment(moment: Moment, variables: unknown): void {
  if (moment === 'bid' || moment === 'answer') tellWorker({ isActed: true });
  // What is taken off the watchlist asks for nothing.
  if (moment !== 'answer' && variables !== false)
    setTimeout(() => void offer(offers[moment]).catch(() => {}), afterMs);
}

async function offer(question: string): Promise<void> {
  const { user } = useSession.getState();
  const key = `push.offered.${user?.id}`;
  const ability = pushAbility();
  const isUseful =
    ability === 'default' || ability === 'home-screen' || (ability === 'granted' && !isWanted());
  const offeredMs = Number(readStored(key) ?? 0);
  const isFree = useTopCard.getState().card === null;
  if (!user || !isUseful || !isFree || Date.now() - offeredMs < SILENT_MS) return;
  const { showOffer } = await import('./offer-card.tsx');
  if (await showOffer(question, ability)) writeStored(key, String(Date.now()));
}
