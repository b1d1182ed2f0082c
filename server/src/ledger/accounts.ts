import { invariant } from '../errors.ts';

/** L1: the parts of a user's wallet. */
export const walletParts = ['available', 'held', 'bonus', 'task'] as const;
export type WalletPart = (typeof walletParts)[number];

/** Accounts with a running balance that belong to a subject or, `rewards`, to the operators. */
export const fundKinds = ['pot', 'stock', 'rewards', 'escrow'] as const;
export type FundKind = (typeof fundKinds)[number];

/** The platform's own accounts. Their balance is the sum of their postings. */
export const platformAccounts = ['issuance', 'revenue', 'payouts', 'unclaimed'] as const;
export type PlatformAccount = (typeof platformAccounts)[number];

export type AccountKind = WalletPart | FundKind | PlatformAccount;
export type Unit = 'coin' | 'task';

/** Where coins are: part of a wallet (id of the user), a fund (id of the fund), or a platform account. */
export type Account =
  | { kind: WalletPart; id: string }
  | { kind: FundKind; id: string }
  | { kind: PlatformAccount };

const wallets: ReadonlySet<string> = new Set(walletParts);
const funds: ReadonlySet<string> = new Set(fundKinds);

export function isWalletPart(kind: AccountKind): kind is WalletPart {
  return wallets.has(kind);
}

export function isFundKind(kind: AccountKind): kind is FundKind {
  return funds.has(kind);
}

/** Returns the id of a wallet's or fund's account, null for a platform account. */
export function accountId(account: Account): string | null {
  return 'id' in account ? account.id : null;
}

/**
 * Asserts that an amount the server computed is a whole number of at least 1 that a JavaScript number holds exactly.
 * Schemas validate the narrower range of amounts in requests (L4).
 */
export function assertAmount(amount: number): void {
  invariant(Number.isSafeInteger(amount) && amount >= 1, `${String(amount)} is not an amount of coins`);
}
