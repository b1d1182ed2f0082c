import { formatNumber } from '@copup/shared/coins.ts';
import { statusWord } from '../../../console/capitalized.ts';
import { formatRemaining, secondsLeft } from '../../../lib/format-time.ts';

type Fact = readonly [name: string, value: string];
type Show = (value: unknown, nowMs: number) => string;

const number: Show = (value) => formatNumber(Number(value));
const text: Show = (value) => (value === null ? '–' : String(value));
const remaining: Show = (value, nowMs) => {
  const left = secondsLeft(Number(value), nowMs);
  return left > 0 ? formatRemaining(left) : 'over';
};
const rows: Show = (value) =>
  (value as readonly (readonly unknown[])[])
    .slice(0, 3)
    .map(([name, score]) => `${name} ${score}`)
    .join(', ') || 'none';

/** The fields of the states of rooms, in the order in which they are shown. */
const shown: Readonly<Record<string, readonly [name: string, show: Show]>> = {
  status: ['Status', (value) => statusWord(String(value))],
  price: ['Price', number],
  leader: ['Leader', text],
  seq: ['Bids', number],
  players: ['Players', number],
  top: ['Best', rows],
  participants: ['Tickets sold', number],
  left: ['Tickets left', number],
  question: ['Question', text],
  opensAt: ['Opens in', remaining],
  startsAt: ['Starts in', remaining],
  endDate: ['Ends in', remaining],
  hardEnd: ['Latest end in', remaining],
  changes: ['Changes', (value) => (Array.isArray(value) ? `the last ${value.length}` : text(value, 0))],
};

/** Returns what those who watch a room see now, in words. Times of a subject that is over are left out. */
export function roomFacts(state: Readonly<Record<string, unknown>>, nowMs: number): Fact[] {
  const isOpen = ['active', 'pending', 'waiting', 'available', 'on_hold', 'started'].includes(
    String(state.status),
  );
  return Object.entries(shown).flatMap(([field, [name, show]]): Fact[] => {
    if (!(field in state) || (show === remaining && !isOpen)) return [];
    return [[name, show(state[field], nowMs)]];
  });
}
