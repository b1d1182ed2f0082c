import type { Outcome } from './history.ts';
import type { Player, SendOptions } from './players.ts';

export function buyTicket(player: Player, heistId: number, own: SendOptions = {}): Promise<Outcome> {
  return player.sendRecorded('buy-ticket', `/hurt/heists/pay-entry/${heistId}`, { heistId }, undefined, own);
}

export function submitAnswer(
  player: Player,
  heistId: number,
  text: string,
  own: SendOptions = {},
): Promise<Outcome> {
  return player.sendRecorded(
    'submit-answer',
    `/hurt/submitAnswer/${heistId}`,
    { heistId, text },
    { answer: text },
    own,
  );
}
