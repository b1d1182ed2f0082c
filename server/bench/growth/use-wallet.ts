import type { ApiClient } from '@copup/testkit/client.ts';
import { givePin } from '@copup/testkit/pins.ts';
import sharp from 'sharp';
import { newWalletAddress } from '../../src/accounts/identifiers.ts';
import type { GrownServer } from './grown-server.ts';

const PIN = '1234';

/** What the measured player and the operators have of the wallet. */
export interface WalletIds {
  address: string;
  userId: string;
  payoutId: string;
  traderId: string;
  tradeId: string;
  disputedTradeId: string;
  sendId: string;
}

/** Sends coins, requests a payout and buys from a trader, so that every list of the wallet has a row. */
export async function useWallet(server: GrownServer, player: ApiClient): Promise<WalletIds> {
  const [userId = '', otherId = ''] = await server.userIds([0, 1]);
  await givePin(server.deps, userId, PIN);
  // Loaded users have no valid addresses.
  const address = newWalletAddress((count) => Buffer.alloc(count, 7));
  await server.deps.db.pool.query('UPDATE users SET wallet_address = $2 WHERE id = $1', [otherId, address]);
  const { id: sendId } = await ok<{ id: string }>(
    player.post('/user/send-bid-points', { recipientWallet: address, amount: 1, pin: PIN }),
  );
  const account = { account_name: 'Ada Obi', account_number: '0123456789' };
  const { payout } = await ok<{ payout: { id: number } }>(
    player.post('/tradeConfirm/payout', { ...account, bid_points: 10, bank_name: 'gtb', pin: PIN }),
  );
  const terms = { name: 'Kano Coins', price: 95, min: 1, max: 100, payment_method: 'Bank transfer' };
  const trader = await ok<{ id: number }>(server.operator.post('/admin/traders', { ...terms, ...account }));
  await ok(
    server.operator.post(`/admin/traders/${trader.id}/stock`, { bid_points: 100, reason: 'measurement' }),
  );
  const buy = async (color: string): Promise<number> => {
    const form = await formOf(color, { coinAmount: '1', totalPrice: '95' });
    return (await ok<{ trade: { id: number } }>(player.post(`/tradeConfirm/buy/${trader.id}`, form))).trade
      .id;
  };
  const disputed = await buy('#951');
  await ok(server.operator.post(`/admin/trades/${disputed}/reject`, { reason: 'measurement' }));
  await ok(player.post(`/trade/${disputed}/dispute`, await formOf('#519', { note: 'measurement' })));
  return {
    address,
    userId: otherId,
    payoutId: String(payout.id),
    traderId: String(trader.id),
    tradeId: String(await buy('#159')),
    disputedTradeId: String(disputed),
    sendId,
  };
}

/** A form with a picture of this color. */
async function formOf(color: string, fields: Record<string, string>): Promise<FormData> {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer();
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('screenshot', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'receipt.png');
  return form;
}

async function ok<Body>(reply: ReturnType<ApiClient['get']>): Promise<Body> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(text);
  return body;
}
