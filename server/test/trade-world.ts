import type { SignedInClient, TestApp } from '@copup/testkit/app.ts';
import type { ApiClient, ApiReply } from '@copup/testkit/client.ts';
import sharp from 'sharp';
import { type Facts, worldFacts } from './world-facts.ts';

let pictures = 0;

/** A small picture that no other call returned, as a lossless PNG. */
export function newPicture(): Promise<Buffer> {
  pictures += 1;
  const background = { r: pictures & 255, g: (pictures >> 8) & 255, b: Math.floor(Math.random() * 256) };
  return sharp({ create: { width: 12, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
}

export interface TradeForm {
  coinAmount: number | string;
  totalPrice: number | string;
  screenshot: Buffer;
}

export function toForm({ coinAmount, totalPrice, screenshot }: TradeForm): FormData {
  const form = new FormData();
  form.append('coinAmount', String(coinAmount));
  form.append('screenshot', new Blob([new Uint8Array(screenshot)], { type: 'image/png' }), '../../proof.png');
  form.append('totalPrice', String(totalPrice));
  return form;
}

let traders = 0;
export const newTrader = () => {
  traders += 1;
  return {
    name: `Trader ${traders}`,
    price: 100,
    min: 10,
    max: 500,
    payment_method: 'Bank transfer',
    bank_name: 'OPay',
    account_name: 'Musa Ibrahim',
    account_number: '0123456789',
  };
};

/** Traders and trades on a test server. */
export class TradeWorld {
  readonly app: TestApp;
  readonly operator: SignedInClient;
  readonly query: Facts['query'];
  readonly availableOf: Facts['availableOf'];

  constructor(app: TestApp, operator: SignedInClient) {
    this.app = app;
    this.operator = operator;
    ({ query: this.query, availableOf: this.availableOf } = worldFacts(app.deps.db));
  }

  /** Creates a trader with stock and returns the id. */
  async trader(fields: object = {}, stock = 1_000): Promise<number> {
    const { body } = await this.operator.post('/admin/traders', { ...newTrader(), ...fields });
    if (stock > 0) {
      // Of its own, since what one operator moves in a day is limited (O3a).
      const funder = await this.app.signIn({ role: 1 });
      await funder.post(`/admin/traders/${body.id}/stock`, { bid_points: stock, reason: 'Opening' });
    }
    return body.id;
  }

  async buy(
    player: ApiClient,
    traderId: number,
    form: Partial<TradeForm> = {},
    headers?: Record<string, string>,
  ): Promise<ApiReply> {
    const { coinAmount = 20, totalPrice = Number(coinAmount) * 100, screenshot = await newPicture() } = form;
    return player.post(
      `/tradeConfirm/buy/${traderId}`,
      toForm({ coinAmount, totalPrice, screenshot }),
      headers,
    );
  }

  reserve(player: ApiClient, traderId: number, coinAmount = 20): Promise<ApiReply> {
    return player.post(`/trade/reserve/${traderId}`, { coinAmount, totalPrice: coinAmount * 100 });
  }

  cancel(player: ApiClient, tradeId: number, headers?: Record<string, string>): Promise<ApiReply> {
    return player.post(`/trade/${tradeId}/cancel`, undefined, headers);
  }

  async dispute(player: ApiClient, tradeId: number, screenshot?: Buffer): Promise<ApiReply> {
    const form = new FormData();
    form.append('note', 'The bank shows the transfer.');
    form.append('screenshot', new Blob([new Uint8Array(screenshot ?? (await newPicture()))]), 'proof.png');
    return player.post(`/trade/${tradeId}/dispute`, form);
  }

  /** Ends the reservation of a trade: its time is then a second ago. */
  endReservation(tradeId: number): Promise<void> {
    return this.rewrite(tradeId, "expires_at = clock_timestamp() - interval '1 second'");
  }

  /** Changes a trade as no server can. */
  rewrite(tradeId: number, change: string): Promise<void> {
    return this.app.asOwner(`ALTER TABLE trades DISABLE TRIGGER trades_guard;
      UPDATE trades SET ${change} WHERE id = ${tradeId};
      ALTER TABLE trades ENABLE TRIGGER trades_guard`);
  }

  /** The trader's stock, and the coins in escrow of their trades. */
  async coinsOf(traderId: number): Promise<{ stock: number; escrow: number }> {
    const [row] = await this.query<{ stock: number; escrow: number }>(
      `SELECT (SELECT balance FROM funds WHERE kind = 'stock' AND subject_id = $1::text) AS stock,
        (SELECT coalesce(sum(f.balance), 0)::int FROM funds f JOIN trades t ON f.subject_id = t.id::text
          WHERE f.kind = 'escrow' AND t.trader_id = $1::text::int) AS escrow`,
      [traderId],
    );
    return row as { stock: number; escrow: number };
  }
}
