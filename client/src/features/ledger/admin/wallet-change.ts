import type { LedgerTransfer } from '@copup/shared/ledger.ts';

interface WalletChange {
  change: { available: number; held: number; bonus: number; task: number };
  /** After the transfer; null when it did not change the available coins. */
  available: number | null;
}

/** Returns what a transfer did to the wallet of a user. */
export function walletChange({ postings }: Pick<LedgerTransfer, 'postings'>, userId: string): WalletChange {
  const change = { available: 0, held: 0, bonus: 0, task: 0 };
  let available: number | null = null;
  for (const { source, destination, amount } of postings) {
    for (const [end, coins] of [
      [source, -amount],
      [destination, amount],
    ] as const) {
      if (end.id !== userId || !Object.hasOwn(change, end.account)) continue;
      change[end.account as keyof typeof change] += coins;
      if (end.account === 'available') available = end.balance;
    }
  }
  return { change, available };
}
