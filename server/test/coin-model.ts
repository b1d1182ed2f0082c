import { createUsers } from '@copup/testkit/builders.ts';
import type { Random } from '@copup/testkit/random.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../src/db/database.ts';
import { inTransaction } from '../src/db/in-transaction.ts';
import { type Account, ensureFund } from '../src/ledger/accounts.ts';
import type { NewPosting, NewTransfer } from '../src/ledger/post-transfers.ts';
import { dividePot } from '../src/subjects/pot-shares.ts';

interface Lot {
  /** Who gets it back. */
  payer: string;
  /** Purchases are numbered in the order of their times. */
  purchase: number;
  amount: number;
}
type Order = (left: Lot, right: Lot) => number;

const youngest: Order = (left, right) => right.purchase - left.purchase;
const oldest: Order = (left, right) => left.purchase - right.purchase;
const sumOf = (lots: readonly Lot[]) => lots.reduce((sum, { amount }) => sum + amount, 0);

/** The rules of young coins (X17) and of bonus coins (L6, X7) for a place with coins, without the ledger. */
class Place {
  lots: Lot[] = [];
  /** Coins that can be young: available and held ones, or those that available coins paid. */
  coins = 0;

  put(amount: number, lots: readonly Lot[] = []): void {
    this.coins += amount;
    this.lots.push(...lots);
  }
  /** Takes coins, and of the lots as many as `young` in this order. */
  take(amount: number, order: Order, young = amount): Lot[] {
    this.coins -= amount;
    let left = Math.min(young, amount);
    const taken: Lot[] = [];
    for (const lot of this.lots.toSorted(order)) {
      const part = Math.min(lot.amount, left);
      if (part === 0) continue;
      left -= part;
      lot.amount -= part;
      taken.push({ ...lot, amount: part });
    }
    this.lots = this.lots.filter((lot) => lot.amount > 0);
    return taken;
  }
  /** Takes those that can be paid out first: young ones only where too few others are left. */
  takeOldest(amount: number, order: Order = oldest, atLeast = 0): Lot[] {
    const excess = sumOf(this.lots) - (this.coins - amount);
    return this.take(amount, order, Math.max(excess, atLeast, 0));
  }
  /** Returns to a payer what it paid. */
  giveBack(amount: number, payer: string): Lot[] {
    const own = sumOf(this.lots.filter((lot) => lot.payer === payer));
    const first: Order = (left, right) =>
      Number(right.payer === payer) - Number(left.payer === payer) || oldest(left, right);
    return this.takeOldest(amount, first, Math.min(own, amount));
  }
}

interface Wallet extends Place {
  id: string;
  bonus: number;
  held: number;
}
interface Fee {
  available: number;
  bonus: number;
  lots: Lot[];
}

/** Lots that a wallet receives from another wallet, or by which it pays, have its user as their payer. */
const paidBy = (payer: string, lots: Lot[]) => lots.map((lot) => ({ ...lot, payer }));
const issuance: Account = { kind: 'issuance' };
const revenue: Account = { kind: 'revenue' };

/**
 * Three players with a contest, a bet and an auction. Each command changes the model and returns the transfers that the
 * product posts for it; it returns none where the product refuses it.
 */
export class CoinWorld {
  readonly wallets: readonly Wallet[];
  readonly #pot = new Place();
  readonly #escrow = new Place();
  /** What operators gave as available coins: only these can be old. */
  given = 0;
  /** All other available coins that came from outside. */
  issued = 0;
  paidOut = 0;
  readonly done: string[] = [];
  readonly #name: string;
  readonly #potId: string;
  readonly #escrowId: string;
  #purchases = 0;
  #contest: 'open' | 'ended' = 'open';
  #entries = new Map<Wallet, Fee>();
  #auction = new Map<Wallet, Fee>();
  #stakes: Wallet[] = [];
  #bet: 'open' | 'settled' | 'ended' = 'open';
  #winner: Wallet | undefined;
  #feeLots: Lot[] = [];
  #stake = 0;

  constructor(name: string, users: readonly { id: string }[], potId: string, escrowId: string) {
    this.#name = name;
    this.#potId = potId;
    this.#escrowId = escrowId;
    this.wallets = users.map(({ id }) => Object.assign(new Place(), { id, bonus: 0, held: 0 }));
  }

  /** Gives the players coins of all kinds. */
  begin(): NewTransfer[] {
    const [first, second, third] = this.wallets as [Wallet, Wallet, Wallet];
    return [this.give(first, 6), this.buy(second, 6), this.give(third, 3), this.winBonus(third, 3)].flat();
  }

  /** Plays a random command of those that are possible. */
  play(random: Random): NewTransfer[] {
    const player = () => this.wallets[random.int(0, 2)] as Wallet;
    for (;;) {
      const [command, who, amount, other] = [random.pick(commands), player(), random.int(1, 6), player()];
      const transfers = this[command](who, amount, other);
      if (transfers.length === 0) continue;
      this.done.push(`${command} ${this.wallets.indexOf(who)} ${amount} ${this.wallets.indexOf(other)}`);
      return transfers;
    }
  }

  /** Plays a command as `done` describes it. */
  playNamed(text: string): NewTransfer[] {
    const [command, who = 0, amount = 0, other = 0] = text.split(' ') as [
      (typeof commands)[number],
      ...string[],
    ];
    const [player, to] = [this.wallets[Number(who)], this.wallets[Number(other)]] as [Wallet, Wallet];
    const transfers = this[command](player, Number(amount), to);
    if (transfers.length === 0) throw new Error(`the product refuses ${text}`);
    return transfers;
  }

  #transfer(
    kind: NewTransfer['kind'],
    subject: string,
    ...postings: [Account, Account, number][]
  ): NewTransfer[] {
    const id = uuidv7();
    const moving = postings
      .filter(([, , amount]) => amount > 0)
      .map(([from, to, amount]): NewPosting => ({ from, to, amount }));
    const [subjectKind = '', nth = ''] = subject.split(' ');
    const of = { kind: subjectKind, id: `${this.#name}${nth}` };
    return moving.length === 0 ? [] : [{ id, kind, realm: 0, subject: of, key: id, postings: moving }];
  }
  readonly #part = (kind: 'available' | 'held' | 'bonus', { id }: Wallet): Account => ({ kind, id });
  get #potAccount(): Account {
    return { kind: 'pot', id: this.#potId };
  }
  get #escrowAccount(): Account {
    return { kind: 'escrow', id: this.#escrowId };
  }
  readonly #available = (wallet: Wallet) => wallet.coins - wallet.held;

  buy(who: Wallet, amount: number): NewTransfer[] {
    this.#purchases += 1;
    this.issued += amount;
    who.put(amount, [{ payer: who.id, purchase: this.#purchases, amount }]);
    return this.#transfer('purchase', `card_payment -${this.#purchases}`, [
      issuance,
      this.#part('available', who),
      amount,
    ]);
  }
  chargeback(who: Wallet, amount: number): NewTransfer[] {
    const purchase = amount;
    const taken = Math.min(this.#available(who), amount);
    const own: Order = (left, right) =>
      Number(right.purchase === purchase) - Number(left.purchase === purchase) || youngest(left, right);
    who.take(taken, own);
    return this.#transfer('chargeback', `card_payment -${purchase}`, [
      this.#part('available', who),
      issuance,
      taken,
    ]);
  }
  give(who: Wallet, amount: number): NewTransfer[] {
    this.given += amount;
    who.put(amount);
    return this.#transfer('adjust', 'user', [issuance, this.#part('available', who), amount]);
  }
  winBonus(who: Wallet, amount: number): NewTransfer[] {
    who.bonus += amount;
    return this.#transfer('welcome', 'user', [issuance, this.#part('bonus', who), amount]);
  }
  send(who: Wallet, amount: number, to: Wallet): NewTransfer[] {
    if (who === to || this.#available(who) < amount + 1) return [];
    to.put(amount, paidBy(to.id, who.take(amount, youngest)));
    who.take(1, youngest);
    const from = this.#part('available', who);
    return [
      ...this.#transfer('send', 'send', [from, this.#part('available', to), amount]),
      ...this.#transfer('send_charge', 'send', [from, revenue, 1]),
    ];
  }

  /** A fee takes bonus coins first (L6). */
  #pay(who: Wallet, fee: number): Fee | undefined {
    const bonus = Math.min(who.bonus, fee);
    if (this.#available(who) < fee - bonus) return undefined;
    who.bonus -= bonus;
    return { available: fee - bonus, bonus, lots: paidBy(who.id, who.take(fee - bonus, youngest)) };
  }
  #fee(kind: 'entry_fee' | 'refund', subject: string, who: Wallet, fee: Fee, place: Account): NewTransfer[] {
    const postings = (['available', 'bonus'] as const).map((part): [Account, Account, number] => {
      const own = this.#part(part, who);
      return kind === 'refund' ? [place, own, fee[part]] : [own, place, fee[part]];
    });
    return this.#transfer(kind, subject, ...postings);
  }
  enterContest(who: Wallet): NewTransfer[] {
    if (this.#contest !== 'open' || this.#entries.has(who)) return [];
    const fee = this.#pay(who, 4);
    if (!fee) return [];
    this.#entries.set(who, fee);
    this.#pot.put(fee.available, fee.lots);
    return this.#fee('entry_fee', 'contest', who, fee, this.#potAccount);
  }
  cancelContest(): NewTransfer[] {
    if (this.#contest !== 'open') return [];
    this.#contest = 'ended';
    return [...this.#entries].flatMap(([who, fee]) => {
      who.put(fee.available, this.#pot.giveBack(fee.available, who.id));
      who.bonus += fee.bonus;
      return this.#fee('refund', 'contest', who, fee, this.#potAccount);
    });
  }
  endContest(who: Wallet, amount: number): NewTransfer[] {
    const own = this.#entries.get(who);
    if (this.#contest !== 'open' || !own) return [];
    this.#contest = 'ended';
    const prize = Math.min(2 * amount, 4 * this.#entries.size);
    const pot = 4 * this.#entries.size;
    const division = { prize, pot, subsidy: 0, paidAvailable: this.#pot.coins, own };
    const { available: part, bonus, revenue: rest } = dividePot(division);
    who.put(part, this.#pot.takeOldest(part));
    who.bonus += bonus;
    const prizePostings: [Account, Account, number][] = [
      [this.#potAccount, this.#part('available', who), part],
      [this.#potAccount, this.#part('bonus', who), bonus],
    ];
    return [
      ...this.#transfer('prize', 'contest', ...prizePostings),
      ...this.#transfer('entry_fee', 'contest', [this.#potAccount, revenue, rest]),
    ];
  }

  /** An auction's fee goes to revenue. */
  enterAuction(who: Wallet): NewTransfer[] {
    if (this.#auction.has(who)) return [];
    const fee = this.#pay(who, 3);
    if (!fee) return [];
    this.#auction.set(who, fee);
    return this.#fee('entry_fee', 'auction', who, fee, revenue);
  }
  refundAuction(who: Wallet): NewTransfer[] {
    const fee = this.#auction.get(who);
    if (!fee) return [];
    this.#auction.delete(who);
    who.put(fee.available, fee.lots);
    who.bonus += fee.bonus;
    return this.#fee('refund', 'auction', who, fee, revenue);
  }
  bid(who: Wallet, amount: number): NewTransfer[] {
    if (this.#available(who) < amount) return [];
    who.held += amount;
    return this.#transfer('bid_hold', 'auction', [
      this.#part('available', who),
      this.#part('held', who),
      amount,
    ]);
  }
  outbid(who: Wallet): NewTransfer[] {
    const amount = who.held;
    who.held = 0;
    return this.#transfer('bid_release', 'auction', [
      this.#part('held', who),
      this.#part('available', who),
      amount,
    ]);
  }
  winAuction(who: Wallet): NewTransfer[] {
    const amount = who.held;
    who.held = 0;
    who.take(amount, youngest);
    return this.#transfer('bid_capture', 'other', [this.#part('held', who), revenue, amount]);
  }

  stake(who: Wallet, amount: number): NewTransfer[] {
    const stake = this.#stakes.length === 0 ? amount : this.#stake;
    if (this.#bet !== 'open' || this.#stakes.length === 2 || this.#stakes.includes(who)) return [];
    if (this.#available(who) < stake) return [];
    this.#stake = stake;
    this.#stakes.push(who);
    this.#escrow.put(stake, paidBy(who.id, who.take(stake, youngest)));
    return this.#transfer('bet_stake', 'bet', [this.#part('available', who), this.#escrowAccount, stake]);
  }
  cancelBet(): NewTransfer[] {
    if (this.#bet !== 'open') return [];
    this.#bet = 'ended';
    return this.#stakes.flatMap((who) => {
      who.put(this.#stake, this.#escrow.giveBack(this.#stake, who.id));
      return this.#transfer('refund', 'bet', [
        this.#escrowAccount,
        this.#part('available', who),
        this.#stake,
      ]);
    });
  }
  endBet(who: Wallet): NewTransfer[] {
    if (this.#bet !== 'open' || this.#stakes.length < 2 || !this.#stakes.includes(who)) return [];
    this.#bet = 'settled';
    this.#winner = who;
    who.put(2 * this.#stake - 1, this.#escrow.takeOldest(2 * this.#stake - 1));
    this.#feeLots = this.#escrow.take(1, youngest);
    return [
      ...this.#transfer('bet_settle', 'bet', [
        this.#escrowAccount,
        this.#part('available', who),
        2 * this.#stake - 1,
      ]),
      ...this.#transfer('bet_fee', 'bet', [this.#escrowAccount, revenue, 1]),
    ];
  }
  /** What the winner has spent is issued, as young coins of the loser: the winner owes it. */
  reverseBet(): NewTransfer[] {
    const who = this.#winner;
    const loser = this.#stakes.find((one) => one !== who);
    if (this.#bet !== 'settled' || !who || !loser) return [];
    this.#bet = 'open';
    const prize = 2 * this.#stake - 1;
    const paid = Math.min(prize, this.#available(who));
    const owed = prize - paid;
    this.issued += owed;
    const others: Order = (left, right) =>
      Number(right.payer !== who.id) - Number(left.payer !== who.id) || youngest(left, right);
    this.#escrow.put(paid, who.take(paid, others));
    this.#purchases += 1;
    this.#escrow.put(owed, owed === 0 ? [] : [{ payer: loser.id, purchase: this.#purchases, amount: owed }]);
    this.#escrow.put(1, this.#feeLots);
    const own = this.#part('available', who);
    return [
      ...this.#transfer(
        'bet_settle',
        'bet',
        [own, this.#escrowAccount, paid],
        [issuance, this.#escrowAccount, owed],
      ),
      ...this.#transfer('bet_fee', 'bet', [revenue, this.#escrowAccount, 1]),
    ];
  }

  /** The product pays out no young coins. */
  payOut(who: Wallet, amount: number): NewTransfer[] {
    if (this.#available(who) - sumOf(who.lots) < amount) return [];
    who.coins -= amount;
    this.paidOut += amount;
    const payouts: Account = { kind: 'payouts' };
    return [
      ...this.#transfer('payout_hold', 'payout', [
        this.#part('available', who),
        this.#part('held', who),
        amount,
      ]),
      ...this.#transfer('payout_capture', 'payout', [this.#part('held', who), payouts, amount]),
    ];
  }
}

const commands = [
  ...([
    'buy',
    'chargeback',
    'give',
    'winBonus',
    'send',
    'enterContest',
    'cancelContest',
    'endContest',
  ] as const),
  ...([
    'enterAuction',
    'refundAuction',
    'bid',
    'outbid',
    'winAuction',
    'stake',
    'cancelBet',
    'endBet',
  ] as const),
  ...(['reverseBet', 'payOut'] as const),
] as const;

/** Returns a wallet's available and held, bonus and young coins. */
export const totalsOf = ({ coins, bonus, lots }: Wallet) => ({ coins, bonus, young: sumOf(lots) });

/** Creates worlds whose wallets are empty. */
export async function createWorlds(db: Database, count: number): Promise<CoinWorld[]> {
  const users = await createUsers(db, 3 * count);
  return inTransaction(db, async (tx) => {
    const worlds: CoinWorld[] = [];
    for (let nth = 0; nth < count; nth += 1) {
      const name = uuidv7();
      const fundOf = (kind: 'pot' | 'escrow') =>
        ensureFund(tx, uuidv7(), { kind, realm: 0, subject: { kind: 'random', id: name } });
      const [pot, escrow] = [await fundOf('pot'), await fundOf('escrow')];
      worlds.push(new CoinWorld(name, users.slice(3 * nth, 3 * nth + 3), pot.id, escrow.id));
    }
    return worlds;
  });
}

/** Reads from the ledger what `totalsOf` returns of the model, by user. */
export async function readTotals(db: Database, worlds: readonly CoinWorld[]) {
  const { rows } = await db.pool.query<{ id: string; coins: number; bonus: number; young: number }>(
    `SELECT w.user_id AS id, w.available + w.held AS coins, w.bonus,
       (SELECT coalesce(sum(amount), 0)::bigint FROM young_lots WHERE holder = w.user_id) AS young
     FROM wallets w WHERE w.user_id = ANY($1)`,
    [worlds.flatMap(({ wallets }) => wallets.map(({ id }) => id))],
  );
  return new Map(rows.map(({ id, ...totals }) => [id, totals]));
}
