import { toKobo } from '@copup/shared/coins.ts';
import { z } from 'zod';
import type { CardPaymentsConfig } from '../../config.ts';
import { providerUnreachable } from './card-payments.errors.ts';

const TIMEOUT_MS = 5_000;

/** A transaction as the provider describes it. */
export interface CardTransaction {
  id: string;
  txRef: string;
  amountKobo: number;
  currency: string;
  result: ChargeResult;
}

/** A charge that is `open` can still succeed or fail. */
export type ChargeResult = 'successful' | 'failed' | 'open';

/** Returns the result; every status but the two final ones is `open`. */
export function readResult(status: string | undefined): ChargeResult {
  const known = status?.toLowerCase();
  return known === 'successful' || known === 'failed' ? known : 'open';
}

const Verified = z.object({
  status: z.literal('success'),
  data: z.object({
    id: z.union([z.number(), z.string()]).transform(String),
    tx_ref: z.string(),
    amount: z.number(),
    currency: z.string(),
    status: z.string(),
  }),
});

/**
 * Reads a transaction from the provider's API (W15). Throws UNAVAILABLE when the provider does not describe it: it then
 * delivers the event again. Never call it in a transaction (L5).
 */
export async function readTransaction(
  { apiUrl, secretKey }: Pick<CardPaymentsConfig, 'apiUrl'> & { secretKey: string },
  id: string,
): Promise<CardTransaction> {
  try {
    const reply = await fetch(`${apiUrl}/v3/transactions/${encodeURIComponent(id)}/verify`, {
      headers: { authorization: `Bearer ${secretKey}` },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`the provider answered ${reply.status}`);
    const { data } = Verified.parse(await reply.json());
    return {
      id: data.id,
      txRef: data.tx_ref,
      amountKobo: toKobo(data.amount),
      currency: data.currency,
      result: readResult(data.status),
    };
  } catch (error) {
    throw providerUnreachable(error);
  }
}
