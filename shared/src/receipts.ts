import { z } from 'zod';
import { boundedString } from './text.ts';
import { Coins, IsoTime } from './wire.ts';

/** W22: what has a receipt. A payment of the shop is a `purchase` by transfer or a `card` payment. */
export const ReceiptKind = z.enum(['send', 'purchase', 'card', 'payout', 'trade', 'win', 'bet', 'ticket']);
export type ReceiptKind = z.infer<typeof ReceiptKind>;
/** `reversed`: rejected, refunded or returned, so that it no longer counts. */
export const ReceiptStatus = z.enum(['pending', 'final', 'reversed']);
export type ReceiptStatus = z.infer<typeof ReceiptStatus>;

/** 130 random bits in Crockford's base32, which has neither I, L, O nor U. */
export const RECEIPT_CODE_LENGTH = 26;
export const ReceiptCode = boundedString(RECEIPT_CODE_LENGTH)
  .min(RECEIPT_CODE_LENGTH)
  .regex(/^[0-9A-HJKMNP-TV-Z]+$/, 'must be the code of a receipt');

/** Returns the code of what was typed: without spaces, in capitals, with O read as 0, and I and L as 1. */
export const readReceiptCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** What the server signs. Names are masked. */
export const ReceiptContent = z.object({
  code: ReceiptCode,
  kind: ReceiptKind,
  /** The item, the heist or the teams; empty where the kind says it all. */
  what: z.string(),
  coins: Coins,
  /** Naira that were paid or are paid out, in kobo; null where only coins moved. */
  kobo: z.int().nullable(),
  from: z.string(),
  to: z.string(),
  at: IsoTime,
  status: ReceiptStatus,
  /** When the status was read: later changes are unknown offline. */
  read: IsoTime,
});
export type ReceiptContent = z.infer<typeof ReceiptContent>;

/** The id of a send; the number of the payment, payout, trade or bet; of the auction that was won; of the ticket's heist. */
const ItemId = boundedString(36).regex(
  /^(?:[1-9]\d{0,8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
  'must be a number or a UUID',
);
export const ReceiptBody = z.object({ kind: ReceiptKind, id: ItemId });
export const ReceiptParams = z.object({ code: ReceiptCode });
export const ReceiptLink = z.object({ code: ReceiptCode, url: z.url() });

export const Receipt = ReceiptContent.extend({
  /** When it became final or was reversed; null while pending. */
  status_at: IsoTime.nullable(),
  /** Why it was reversed. */
  reason: z.string().nullable(),
  /** The signed content and its signature, as in the QR code: the payload, the key's id and the signature. */
  sealed: z.string(),
});
export type Receipt = z.infer<typeof Receipt>;

/** The page `/.well-known/copup-receipts.json`: Ed25519 keys as JWK. The first one signs now. */
export const ReceiptKeys = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
});
export type ReceiptKeys = z.infer<typeof ReceiptKeys>;

/** The parts of a sealed receipt. `signed` is what the signature is of. */
export interface SealedReceipt {
  content: ReceiptContent;
  kid: string;
  signed: string;
  signature: string;
}

const SEALED = /^([\w-]{40,1200})\.([\w-]{1,32})\.([\w-]{86})$/;

/** Reads a sealed receipt without verifying it. Undefined if it is none. */
export function readSealed(text: string): SealedReceipt | undefined {
  const [, payload = '', kid = '', signature = ''] = SEALED.exec(text) ?? [];
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (one) =>
      one.charCodeAt(0),
    );
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const content = ReceiptContent.parse(JSON.parse(json));
    return { content, kid, signed: `${payload}.${kid}`, signature };
  } catch {
    return undefined;
  }
}

/** What must be equal in a receipt and in the books; the status may have changed since. */
const constantFields = ['code', 'kind', 'what', 'coins', 'kobo', 'from', 'to', 'at'] as const;

/** Returns the fields in which a receipt differs from the books. */
export const differencesOf = (shown: ReceiptContent, books: ReceiptContent) =>
  constantFields.filter((field) => shown[field] !== books[field]);
