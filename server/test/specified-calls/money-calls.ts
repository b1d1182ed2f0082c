import { accepted } from '@copup/testkit/client.ts';
import { newTrader, TradeWorld } from '../trade-world.ts';
import { of, type SpecifiedCall } from './call.ts';
import { PIN, type SpecifiedWorld } from './world.ts';

export async function moneyCalls(world: SpecifiedWorld): Promise<SpecifiedCall[]> {
  const trades = new TradeWorld(world.server, world.operator);
  const [trader, friend] = [await trades.trader(newTrader()), await world.player()];
  accepted(await world.operator.post('/admin/packages', { price: 2_000, bid_points: 20 }));
  // A trader has a rating from the fifth decided trade on (W16).
  for (let nth = 0; nth < 5; nth += 1) {
    const { trade } = accepted(await trades.buy(await world.player(), trader));
    await world.operator.post(`/admin/trades/${trade.id}/reject`, { reason: 'No payment' });
  }
  return [
    {
      call: 'POST /user/send-bid-points',
      body: { recipientWallet: friend.user.walletAddress, amount: 25, pin: PIN },
      reply: of('message'),
    },
    {
      call: 'GET /user/transactions',
      reply: [of('sender_username recipient_username timestamp', 'amount charge')],
    },
    { call: 'GET /bidShop/all', reply: [of('image', 'id price bid_points')] },
    {
      call: 'POST /manualPayment/manual-payment',
      body: { price: 2_000, bid_points: 20, sender_account_name: 'Ada Obi' },
      reply: {},
    },
    { call: 'GET /manualPayment/payment-history', reply: [of('status', 'bid_points')] },
    {
      call: 'POST /tradeConfirm/payout',
      body: { bid_points: 100, account_name: 'Ada Obi', account_number: '0123456789', bank_name: 'gtb' },
      added: { pin: PIN },
      reply: of('message'),
    },
    { call: 'GET /tap/payout-history', reply: [of('account_name status', 'bid_points')] },
    {
      call: 'GET /trade/traders',
      reply: [of('name limits paymentMethod accountName accountNumber', 'id price trades rating available')],
    },
    {
      call: 'POST /tradeConfirm/buy/{traderId}',
      ids: [trader],
      multipart: true,
      body: { coinAmount: 20, screenshot: await world.picture(), totalPrice: 2_000 },
      reply: {},
    },
  ];
}
