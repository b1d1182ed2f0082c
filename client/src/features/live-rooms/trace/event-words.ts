import { formatNumber, inCoins } from '@copup/shared/coins.ts';
import type { RoomTraceEvent } from '@copup/shared/room-trace.ts';

/** Commands that are not called by their names. */
const commands: Record<string, string> = { maximum: 'own maximum', 'buy-now': 'purchase' };

/** An event in words, and how long it took. */
export function wordsOf(traced: RoomTraceEvent): { text: string; time: string | undefined } {
  const { event, user = 'A player', card, recipients = 0, bytes = 0, ms } = traced;
  const inCards = card ? ' (list card)' : '';
  const took = (what: string) =>
    ms === undefined ? undefined : `${what} ${formatNumber(Math.round(ms))} ms`;
  switch (event) {
    case 'join':
      return { text: `${user} joined${inCards}`, time: undefined };
    case 'reconnect':
      return { text: `${user} reconnected${inCards}`, time: undefined };
    case 'leave':
      return { text: `${user} left${inCards}`, time: undefined };
    case 'close':
      return { text: `${user}’s connection ended${inCards}`, time: undefined };
    case 'frame':
      return {
        text: `Frame to ${formatNumber(recipients)} ${recipients === 1 ? 'socket' : 'sockets'}, ${formatNumber(bytes)} bytes${inCards}`,
        time: took('lag'),
      };
    case 'delivered':
      return { text: 'A client confirmed a frame', time: took('after') };
    case 'command':
      return { text: commandWords(traced, user), time: took('reply') };
  }
}

function commandWords({ command = '', result, price }: RoomTraceEvent, user: string): string {
  const name = commands[command] ?? command;
  if (result !== 'accepted') return `${user}: ${name} refused, ${result ?? 'no outcome'}`;
  if (command === 'bid' && price !== undefined) return `${user} bid ${inCoins(price)}`;
  return `${user}: ${name} accepted${price === undefined ? '' : `, price ${formatNumber(price)}`}`;
}
