import { z } from 'zod';
import {
  type ReceiptContent as Content,
  RECEIPT_CODE,
  RECEIPT_CODE_LENGTH,
  receiptKinds,
  receiptStatuses,
} from './sealed-receipt.ts';
import { boundedString } from './text.ts';
import { Coins, IsoTime } from './wire.ts';

const ReceiptKind = z.enum(receiptKinds);

export const ReceiptCode = boundedString(RECEIPT_CODE_LENGTH)
  .min(RECEIPT_CODE_LENGTH)
  .regex(RECEIPT_CODE, 'must be the code of a receipt');

const ReceiptContent = z.object({
  code: ReceiptCode,
  kind: ReceiptKind,
  what: z.string(),
  coins: Coins,
  kobo: z.int().nullable(),
  from: z.string(),
  to: z.string(),
  at: IsoTime,
  status: z.enum(receiptStatuses),
  read: IsoTime,
}) satisfies z.ZodType<Content>;

/** The id of a send; the number of the payment, payout, trade or bet; of the auction that was won; of the ticket's heist. */
const ItemId = boundedString(36).regex(
  /^(?:[1-9]\d{0,8}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/,
  'must be a number or a UUID',
);
export const ReceiptBody = z.object({ kind: ReceiptKind, id: ItemId });
export const ReceiptParams = z.object({ code: ReceiptCode });
/** `sealed`: what the caller was shown, to be verified here where the browser cannot. */
export const ReceiptQuery = z.object({ sealed: boundedString(1_400).optional() });
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

export const ReceiptRead = Receipt.extend({
  /** Whether the signed-in caller is the recipient; null for visitors, and for what only Copup received. */
  is_mine: z.boolean().nullable(),
  /** Whether one of the published keys has signed `sealed` of the query; null without it. */
  is_signed: z.boolean().nullable(),
});
export type ReceiptRead = z.infer<typeof ReceiptRead>;

/** The page `/.well-known/copup-receipts.json`: Ed25519 keys as JWK. The first one signs now. */
export const ReceiptKeys = z.object({
  keys: z.array(
    z.object({ kid: z.string(), kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.string() }),
  ),
});
export type ReceiptKeys = z.infer<typeof ReceiptKeys>;
