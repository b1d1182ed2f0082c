/**
 * What a receipt's code carries (W22), for server and client. This file imports no schemas, so that the browser does not
 * load the validator.
 */

/** What has a receipt. A payment of the shop is a `purchase` by transfer or a `card` payment. */
export const receiptKinds = ['send', 'purchase', 'card', 'payout', 'trade', 'win', 'bet', 'ticket'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];
/** `reversed`: rejected, refunded or returned, so that it no longer counts. */
export const receiptStatuses = ['pending', 'final', 'reversed'] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** 130 random bits in Crockford's base32, which has neither I, L, O nor U. */
export const RECEIPT_CODE_LENGTH = 26;
export const RECEIPT_CODE = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Returns the code of what was typed: without spaces, in capitals, with O read as 0, and I and L as 1. */
export const readReceiptCode = (typed: string): string =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');

/** What the server signs. Names are masked. */
export interface ReceiptContent {
  code: string;
  kind: ReceiptKind;
  /** The item, the heist or the teams; empty where the kind says it all. */
  what: string;
  coins: number;
  /** Naira that were paid or are paid out, in kobo; null where only coins moved. */
  kobo: number | null;
  from: string;
  to: string;
  at: string;
  status: ReceiptStatus;
  /** When the status was read: later changes are unknown offline. */
  read: string;
}

/** The parts of a sealed receipt. `signed` is what the signature is of. */
export interface SealedReceipt {
  content: ReceiptContent;
  kid: string;
  signed: string;
  signature: string;
}

/** The last character of a signature has two bits, so that no two texts are the same signature. */
const SEALED = /^([\w-]{40,1200})\.([\w-]{1,32})\.([\w-]{85}[AQgw])$/;

/** Reads bytes from base64url. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

/** Reads a sealed receipt without verifying it. Undefined if it is none. */
export function readSealed(text: string): SealedReceipt | undefined {
  const [, payload = '', kid = '', signature = ''] = SEALED.exec(text) ?? [];
  try {
    const content: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(payload)),
    );
    return isContent(content) ? { content, kid, signed: `${payload}.${kid}`, signature } : undefined;
  } catch {
    return undefined;
  }
}

const isContent = (value: unknown): value is ReceiptContent => {
  const { code, kind, what, coins, kobo, from, to, at, status, read } = value as ReceiptContent;
  return (
    RECEIPT_CODE.test(code) &&
    receiptKinds.includes(kind) &&
    receiptStatuses.includes(status) &&
    [what, from, to].every((text) => typeof text === 'string') &&
    [coins, kobo ?? 0].every((amount) => Number.isSafeInteger(amount) && amount >= 0) &&
    [at, read].every((time) => typeof time === 'string' && !Number.isNaN(Date.parse(time)))
  );
};

/** Returns the code and the sealed text of a scanned link or a typed code. Undefined if it is no receipt. */
export function readReceiptLink(text: string): { code: string; sealed: string | undefined } | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const code = readReceiptCode(url ? (/^\/r\/([^/]+)\/?$/.exec(url.pathname)?.[1] ?? '') : text);
  if (!RECEIPT_CODE.test(code)) return undefined;
  return { code, sealed: url?.searchParams.get('s') ?? undefined };
}

/** What must be equal in a receipt and in the books; the status may have changed since. */
const constantFields = ['code', 'kind', 'what', 'coins', 'kobo', 'from', 'to', 'at'] as const;

/** Returns the fields in which a receipt differs from the books. */
export const differencesOf = (shown: ReceiptContent, books: ReceiptContent) =>
  constantFields.filter((field) => shown[field] !== books[field]);
