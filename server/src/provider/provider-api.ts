import { toKobo, toNaira } from '@copup/shared/coins.ts';
import { z } from 'zod';
import type { CardPaymentsConfig, Config } from '../config.ts';

const TIMEOUT_MS = 5_000;

/** What the provider's API needs: calls of it are possible only with the secret key. */
export type Provider = Pick<CardPaymentsConfig, 'apiUrl'> & { secretKey: string };

/** Returns what calls of the provider's API need; undefined without its secret key. */
export const providerOf = (config: CardPaymentsConfig | undefined): Provider | undefined =>
  config?.secretKey === undefined ? undefined : { apiUrl: config.apiUrl, secretKey: config.secretKey };

/** Whether the provider is the stand-in of the demo, which has no checkout by card and pretends bank transfers. Never in production. */
export const isPretended = ({
  cardPayments,
  isProduction,
}: Pick<Config, 'cardPayments' | 'isProduction'>): boolean =>
  !isProduction && cardPayments?.publicKey.startsWith('FLWPUBK_DEMO') === true;

/** The provider read the request and did not do it. `message` is its reason. */
export class ProviderRefused extends Error {}
/** The provider cannot be reached, or its reply cannot be read: what was asked may have been done. */
export class ProviderUnknown extends Error {}

/** Statuses with which the provider has not decided about a request: it may be sent again. */
const UNDECIDED: ReadonlySet<number> = new Set([408, 425, 429]);
const Refused = z.object({ message: z.string().max(500) });

/**
 * Calls the provider's API and returns `data` of its reply. Throws ProviderRefused or ProviderUnknown. Never call it in a
 * transaction (L5).
 */
async function ask<Data>(
  { apiUrl, secretKey }: Provider,
  path: string,
  data: z.ZodType<Data>,
  body?: object,
): Promise<Data> {
  let status: number | undefined;
  let reply: unknown;
  try {
    const response = await fetch(`${apiUrl}/v3${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    status = response.status;
    reply = await response.json();
  } catch (error) {
    throw new ProviderUnknown(status ? `status ${status} without JSON` : 'no reply', { cause: error });
  }
  if (status >= 500 || UNDECIDED.has(status)) throw new ProviderUnknown(`status ${status}`);
  if (status >= 400) throw new ProviderRefused(Refused.safeParse(reply).data?.message ?? `status ${status}`);
  const read = z.object({ status: z.literal('success'), data }).safeParse(reply);
  if (!read.success) throw new ProviderUnknown('a reply that cannot be read', { cause: read.error });
  return read.data.data as Data;
}

const Id = z.union([z.number(), z.string()]).transform(String);

/** A charge that is `open` can still succeed or fail. */
export type ChargeResult = 'successful' | 'failed' | 'open';

/** Returns the result; every status but the two final ones is `open`. */
export function readResult(status: string | undefined): ChargeResult {
  const known = status?.toLowerCase();
  return known === 'successful' || known === 'failed' ? known : 'open';
}

/** A transaction that brought money in, as the provider describes it. */
export interface ProviderTransaction {
  id: string;
  txRef: string;
  amountKobo: number;
  currency: string;
  result: ChargeResult;
  /** Of a bank transfer: who sent it, and the session id of the bank. */
  sender: { name: string; account: string; bank: string } | undefined;
  sessionId: string | undefined;
  paidAt: Date | undefined;
}

const Transaction = z.object({
  id: Id,
  tx_ref: z.string(),
  amount: z.number(),
  currency: z.string(),
  status: z.string(),
  created_at: z.string().optional(),
  meta: z
    .object({
      originatorname: z.string(),
      originatoraccountnumber: z.string().default(''),
      bankname: z.string().default(''),
      sessionid: z.string().optional(),
    })
    .nullish()
    .catch(null),
});

/** Reads a transaction (W15). */
export async function readTransaction(provider: Provider, id: string): Promise<ProviderTransaction> {
  const found = await ask(provider, `/transactions/${encodeURIComponent(id)}/verify`, Transaction);
  const { meta, created_at: createdAt } = found;
  return {
    id: found.id,
    txRef: found.tx_ref,
    amountKobo: toKobo(found.amount),
    currency: found.currency,
    result: readResult(found.status),
    sender: meta
      ? { name: meta.originatorname, account: meta.originatoraccountnumber, bank: meta.bankname }
      : undefined,
    sessionId: meta?.sessionid,
    paidAt: createdAt === undefined ? undefined : new Date(createdAt),
  };
}

/** Returns the numbers of all transactions with our reference (W18): the way to those whose event was lost. */
export async function listTransactionIds(provider: Provider, txRef: string): Promise<string[]> {
  const rows = z.array(Transaction.pick({ id: true, tx_ref: true }));
  const found = await ask(provider, `/transactions?tx_ref=${encodeURIComponent(txRef)}`, rows);
  return found.filter(({ tx_ref }) => tx_ref === txRef).map(({ id }) => id);
}

/** An account of the bank that exists for one purchase (W18). */
export interface VirtualAccount {
  accountNumber: string;
  bankName: string;
}

const Account = z.object({ account_number: z.string(), bank_name: z.string() });

/** Opens an account for one transfer of exactly this amount; the same `txRef` returns the same account. */
export async function openVirtualAccount(
  provider: Provider,
  {
    txRef,
    amountKobo,
    email,
    minutes,
  }: { txRef: string; amountKobo: number; email: string; minutes: number },
): Promise<VirtualAccount> {
  const account = await ask(provider, '/virtual-account-numbers', Account, {
    tx_ref: txRef,
    amount: toNaira(amountKobo),
    currency: 'NGN',
    email,
    is_permanent: false,
    expires: minutes * 60,
    narration: 'Copup',
  });
  return { accountNumber: account.account_number, bankName: account.bank_name };
}

interface BankAccount {
  /** The provider's code of the bank, of three to six digits. */
  bankCode: string;
  accountNumber: string;
}

/** Returns the name that the bank has for an account (W19). Throws ProviderRefused for an account that does not exist. */
export async function readAccountName(
  provider: Provider,
  { bankCode, accountNumber }: BankAccount,
): Promise<string> {
  const body = { account_number: accountNumber, account_bank: bankCode };
  return (await ask(provider, '/accounts/resolve', z.object({ account_name: z.string() }), body))
    .account_name;
}

/** Lists the banks of Nigeria with the provider's codes. */
export const listProviderBanks = (provider: Provider): Promise<{ code: string; name: string }[]> =>
  ask(provider, '/banks/NG', z.array(z.object({ code: z.string(), name: z.string() })));

/** Money that the provider sends to a bank, by our reference. */
export interface ProviderTransfer {
  id: string;
  reference: string;
  amountKobo: number;
  result: ChargeResult;
  /** Why it failed, or the bank's words about it. */
  message: string;
}

const Transfer = z.object({
  id: Id,
  reference: z.string(),
  amount: z.number(),
  status: z.string(),
  complete_message: z.string().nullish(),
});
const toTransfer = (transfer: z.output<typeof Transfer>): ProviderTransfer => ({
  id: transfer.id,
  reference: transfer.reference,
  amountKobo: toKobo(transfer.amount),
  result: readResult(transfer.status),
  message: transfer.complete_message ?? '',
});

/**
 * Sends money to a bank (W19). The provider refuses a second request with the same reference, so a refusal does not prove that nothing
 * was sent: ask with `findTransfer`.
 */
export async function sendTransfer(
  provider: Provider,
  { reference, bankCode, accountNumber, amountKobo }: BankAccount & { reference: string; amountKobo: number },
): Promise<ProviderTransfer> {
  return toTransfer(
    await ask(provider, '/transfers', Transfer, {
      reference,
      account_bank: bankCode,
      account_number: accountNumber,
      amount: toNaira(amountKobo),
      currency: 'NGN',
      narration: `Copup ${reference}`,
    }),
  );
}

/** Finds a transfer by our reference; undefined when the provider knows none. */
export async function findTransfer(
  provider: Provider,
  reference: string,
): Promise<ProviderTransfer | undefined> {
  const found = await ask(
    provider,
    `/transfers?reference=${encodeURIComponent(reference)}`,
    z.array(Transfer),
  );
  const one = found.find((transfer) => transfer.reference === reference);
  return one && toTransfer(one);
}

/** Money that the provider paid to our bank for the transactions of some days, less its fees. */
export interface ProviderSettlement {
  id: string;
  grossKobo: number;
  feeKobo: number;
  netKobo: number;
  settledAt: Date;
}

const Settlement = z.object({
  id: Id,
  gross_amount: z.number(),
  app_fee: z.number(),
  net_amount: z.number(),
  due_date: z.string(),
});

/** Lists the settlements of these days, `YYYY-MM-DD`, both included (W20). */
export async function listSettlements(
  provider: Provider,
  { from, to }: { from: string; to: string },
): Promise<ProviderSettlement[]> {
  const settlements: ProviderSettlement[] = [];
  for (let page = 1; ; page += 1) {
    const found = await ask(provider, `/settlements?from=${from}&to=${to}&page=${page}`, z.array(Settlement));
    if (found.length === 0) return settlements;
    for (const { id, gross_amount, app_fee, net_amount, due_date } of found)
      settlements.push({
        id,
        grossKobo: toKobo(gross_amount),
        feeKobo: toKobo(app_fee),
        netKobo: toKobo(net_amount),
        settledAt: new Date(due_date),
      });
  }
}
