import type { AdminUser } from '@copup/shared/admin.ts';
import { type Attempts, replyOf } from '@copup/testkit/history.ts';

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

/** What players' commands did, by the replies to them. */
export class CommandsVerdict {
  acknowledged = 0;
  /** Acknowledged effects that do not exist. */
  lost = 0;
  /** Effects beyond those that players requested. */
  doubled = 0;
  /** All violations, including the lost and doubled effects. */
  readonly violations: string[] = [];

  addLost(text: string, count = 1): void {
    this.lost += count;
    this.violations.push(text);
  }

  addDoubled(text: string, count = 1): void {
    this.doubled += count;
    this.violations.push(text);
  }
}

/**
 * Matches commands with the rows that they made: each acknowledged one has its row, and each other row belongs to a
 * command whose reply was lost.
 */
export function matchRows<Row, Reply>(
  verdict: CommandsVerdict,
  attempts: readonly Attempts[],
  rows: readonly Row[],
  by: {
    nameOf: (row: Row) => string;
    /** The name of the row that a reply tells of. */
    namedBy: (intent: Attempts['intent'], reply: Reply) => string;
    /** Equal for a command without a reply and a row that it may have made. */
    requestOf: (intent: Attempts['intent']) => string;
    requestFor: (row: Row) => string;
    lost: (intent: Attempts['intent'], reply: Reply, row: Row | undefined) => string;
    doubled: (row: Row) => string;
  },
): void {
  const left = new Map(rows.map((row) => [by.nameOf(row), row]));
  const unknown: string[] = [];
  for (const attempt of attempts) {
    const { intent } = attempt;
    if (attempt.verdict === 'unknown') unknown.push(by.requestOf(intent));
    if (attempt.verdict !== 'ok') continue;
    verdict.acknowledged += 1;
    const reply = replyOf<Reply>(attempt) as Reply;
    const name = by.namedBy(intent, reply);
    const row = left.get(name);
    left.delete(name);
    if (row === undefined || by.requestFor(row) !== by.requestOf(intent))
      verdict.addLost(by.lost(intent, reply, row));
  }
  for (const row of left.values()) {
    const at = unknown.indexOf(by.requestFor(row));
    if (at >= 0) unknown.splice(at, 1);
    else verdict.addDoubled(by.doubled(row));
  }
}
