import { type SignedInClient, startApp, type TestApp, type TestAppOptions } from '@copup/testkit/app.ts';
import { type ApiReply, accepted } from '@copup/testkit/client.ts';
import { available, move, post as postTransfers } from '@copup/testkit/ledger.ts';
import { noLimits } from '@copup/testkit/no-limits.ts';
import { givePin } from '@copup/testkit/pins.ts';
import type { NewPosting, TransferKind } from '../src/ledger/post-transfers.ts';
import { worldFacts } from './world-facts.ts';

export const PIN = '0417';
export type PayoutWorld = Awaited<ReturnType<typeof openPayoutWorld>>;

/** Starts a server, with helpers for players who are paid out. */
export async function openPayoutWorld(options: TestAppOptions = {}) {
  const app: TestApp = await startApp({ overrides: { limitRules: noLimits }, ...options });
  const { query, balancesOf } = worldFacts(app.deps.db);

  /** Posts one transfer to or from a wallet. */
  const post = async (kind: TransferKind, { user }: SignedInClient, posting: NewPosting) => {
    const rest = { kind, realm: user.realm, subject: { kind: 'user', id: user.id } };
    const transfer = move(posting.from, posting.to, posting.amount, rest);
    await postTransfers(app.deps.db, transfer);
    return transfer.id;
  };

  return {
    app,
    query,
    async player(coins: number, rest: { bonus?: number; realm?: number } = {}): Promise<SignedInClient> {
      const player = await app.signIn({ coins, ...rest });
      await givePin(app.deps, player.user.id, PIN);
      return player;
    },
    operator: () => app.signIn({ role: 1 }),
    request: (
      player: Pick<SignedInClient, 'post'>,
      coins: number,
      change: Record<string, unknown> = {},
      key?: string,
    ): Promise<ApiReply> =>
      player.post(
        '/tradeConfirm/payout',
        {
          bid_points: coins,
          account_name: 'Adaeze Okonkwo',
          account_number: '0123456789',
          bank_name: 'gtb',
          pin: PIN,
          ...change,
        },
        { 'idempotency-key': key },
      ),
    /** Requests a payout that must succeed; returns its id. */
    async requested(player: SignedInClient, coins: number): Promise<number> {
      return accepted(await this.request(player, coins)).payout.id;
    },
    decide: (by: SignedInClient, id: number, action: string, body?: object, key?: string) =>
      by.post(`/admin/payouts/${id}/${action}`, body, { 'idempotency-key': key }),
    /** Credits coins from a purchase; `hoursAgo` moves the purchase to the past. */
    async buy(player: SignedInClient, amount: number, hoursAgo = 0): Promise<void> {
      const posting = { from: { kind: 'issuance' }, to: available(player.user), amount } as const;
      const id = await post('purchase', player, posting);
      if (hoursAgo === 0) return;
      await app.asOwner(
        `UPDATE lot_purchases SET until = until - interval '${hoursAgo} hours' WHERE id = '${id}'`,
      );
    },
    spend: (player: SignedInClient, amount: number) =>
      post('entry_fee', player, { from: available(player.user), to: { kind: 'revenue' }, amount }),
    refund: (player: SignedInClient, amount: number) =>
      post('refund', player, { from: { kind: 'revenue' }, to: available(player.user), amount }),
    give: (player: SignedInClient, amount: number) =>
      post('adjust', player, { from: { kind: 'issuance' }, to: available(player.user), amount }),
    balances: ({ user }: SignedInClient) => balancesOf(user.id, 'available', 'held', 'bonus'),
    statusOf: async (id: number) =>
      (await query<{ status: string }>('SELECT status FROM payouts WHERE id = $1', [id]))[0]?.status,
  };
}
