import type { AdminUser } from '@copup/shared/admin.ts';
import type { Attempts } from '@copup/testkit/history.ts';

export type Coins = Pick<AdminUser, 'id' | 'username' | 'available' | 'held' | 'bonus'>;

export interface CoinsVerdict {
  /** Coins that players have beyond what is due to them, in total; 0 if each has the coins of the receipts. */
  unbalanced: number;
  violations: string[];
}

interface Due {
  coins: number;
  held: number;
  /** What commands without a reply may have added, and taken. */
  mostMore: number;
  mostLess: number;
}

/**
 * The coins that each player must have: those issued, plus and minus what the replies to commands and the published
 * results say. Every judge of a run adds its part; the balances are compared once with all of them.
 */
export class Dues {
  readonly #issuedToEach: number;
  readonly #dues = new Map<string, Due>();

  constructor(issuedToEach: number) {
    this.#issuedToEach = issuedToEach;
  }

  /** Adds coins that a player certainly received, or gave if negative. */
  add(userId: string, coins: number): void {
    this.#of(userId).coins += coins;
  }

  /** Adds what a command without a reply may have added, or taken if negative. */
  mayAdd(userId: string, coins: number): void {
    const due = this.#of(userId);
    if (coins >= 0) due.mostMore += coins;
    else due.mostLess -= coins;
  }

  /** Subtracts the price of these commands from the coins of their players. */
  pay(attempts: readonly Attempts[], price: number): void {
    for (const { intent, verdict } of attempts) {
      const { userId = '' } = intent.args;
      if (verdict === 'ok') this.add(userId, -price);
      if (verdict === 'unknown') this.mayAdd(userId, -price);
    }
  }

  /** Adds coins of the player that must be held. */
  hold(userId: string, coins: number): void {
    this.#of(userId).held += coins;
  }

  /** Compares the balances of all players with what is due to them. */
  judge(users: readonly Coins[]): CoinsVerdict {
    const verdict: CoinsVerdict = { unbalanced: 0, violations: [] };
    for (const { id, username, available, held, bonus } of users) {
      const due = this.#of(id);
      const expected = this.#issuedToEach + due.coins;
      const has = available + held + bonus;
      if (Math.min(available, held, bonus) < 0) verdict.violations.push(`${username} has a negative balance`);
      if (held !== due.held)
        verdict.violations.push(
          `${username} has ${held} coins held, leading bids and pending payouts add up to ${due.held}`,
        );
      if (has <= expected + due.mostMore && has >= expected - due.mostLess) continue;
      verdict.unbalanced += has - expected;
      verdict.violations.push(`${username} has ${has} coins, the receipts give ${expected}`);
    }
    return verdict;
  }

  #of(userId: string): Due {
    let due = this.#dues.get(userId);
    if (!due) {
      due = { coins: 0, held: 0, mostMore: 0, mostLess: 0 };
      this.#dues.set(userId, due);
    }
    return due;
  }
}
