import type { Outcome } from './history.ts';
import { call, type Player, type SendOptions } from './players.ts';

/** The PIN of every player in a test. */
export const testPin = '4826';

/** Sets the player's first PIN (S6). Rejects when it is refused. */
export async function setPin(server: string, { token }: Pick<Player, 'token'>): Promise<void> {
  const { status, body } = await call(server, 'POST', '/user/set-pin', { token, body: { newPin: testPin } });
  if (status !== 200) throw new Error(`POST /user/set-pin: ${status} ${JSON.stringify(body)}`);
}

/** A user as the recipient of a send. */
export interface Recipient {
  id: string;
  wallet_address: string;
}

export function sendCoins(
  player: Player,
  recipient: Recipient,
  amount: number,
  own: SendOptions = {},
): Promise<Outcome> {
  const body = { recipientWallet: recipient.wallet_address, amount, pin: testPin };
  const args = { recipientId: recipient.id, amount };
  return player.sendRecorded('send', '/user/send-bid-points', args, body, own);
}

export function requestPayout(player: Player, amount: number, own: SendOptions = {}): Promise<Outcome> {
  const body = {
    bid_points: amount,
    account_name: player.username,
    account_number: '0123456789',
    bank_name: 'gtb',
    pin: testPin,
  };
  return player.sendRecorded('payout', '/tradeConfirm/payout', { amount }, body, own);
}
