import type { ReceiptKeys, ReceiptRead } from '@copup/shared/receipts.ts';
import {
  differencesOf,
  fromBase64Url,
  type ReceiptContent,
  readReceiptLink,
  readSealed,
  type SealedReceipt,
} from '@copup/shared/sealed-receipt.ts';
import { ApiError } from '../../lib/api-error.ts';

/** What a scanned link or a typed code turned out to be. */
export interface Verdict {
  /** `signed`: true at its time, the books were not read. `unproved`: neither true nor false. */
  outcome: 'real' | 'signed' | 'altered' | 'unproved';
  code: string;
  shown: ReceiptContent | undefined;
  books: ReceiptRead | undefined;
  differences: readonly string[];
  isSigned: boolean | null;
  /** Who has verified the signature. */
  verifier: 'here' | 'server' | undefined;
  /** Why our books did not say more. */
  reason: string | undefined;
}

export interface Verifying {
  keys: ReceiptKeys['keys'];
  /** Reads our books, which also verify the signature. */
  read: (code: string, sealed: string | undefined) => Promise<ReceiptRead>;
  subtle?: Pick<SubtleCrypto, 'importKey' | 'verify'> | undefined;
}

/** Verifies a receipt on this device, and against our books where they can be reached (W22). Undefined if it is none. */
export async function verifyReceipt(text: string, verifying: Verifying): Promise<Verdict | undefined> {
  const link = readReceiptLink(text);
  if (!link) return undefined;
  const { code } = link;
  const sealed = link.sealed === undefined ? undefined : readSealed(link.sealed);
  const [own, found] = await Promise.all([
    sealed ? isSignedBy(sealed, verifying) : null,
    verifying.read(code, sealed && link.sealed).catch((error: unknown) => error as ApiError),
  ]);
  const books = found instanceof Error ? undefined : found;
  const isSigned = own === false ? false : (own ?? books?.is_signed ?? null);
  const shown = sealed?.content;
  const differences = shown && books ? differencesOf(shown, books) : [];
  const isUnknown = found instanceof ApiError && found.code === 'RECEIPT_NOT_FOUND';
  const isAltered =
    (link.sealed !== undefined && shown?.code !== code) ||
    isSigned === false ||
    books?.is_signed === false ||
    differences.length > 0 ||
    isUnknown;
  return {
    outcome: isAltered ? 'altered' : books ? 'real' : isSigned ? 'signed' : 'unproved',
    code,
    shown,
    books,
    differences,
    isSigned: link.sealed !== undefined && !shown ? false : isSigned,
    verifier: own !== null ? 'here' : isSigned === null ? undefined : 'server',
    reason: found instanceof ApiError && found.status > 0 ? found.message : undefined,
  };
}

/** Null where this browser cannot tell: without Ed25519, outside a secure page, or for a key that it does not know. */
async function isSignedBy(
  { kid, signed, signature }: SealedReceipt,
  { keys, subtle }: Verifying,
): Promise<boolean | null> {
  const key = keys.find((one) => one.kid === kid);
  if (!key || !subtle) return null;
  try {
    const { kty, crv, x } = key;
    const imported = await subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    return await subtle.verify(
      'Ed25519',
      imported,
      fromBase64Url(signature),
      new TextEncoder().encode(signed),
    );
  } catch {
    return null;
  }
}
