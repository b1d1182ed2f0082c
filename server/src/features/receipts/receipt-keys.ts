import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { ReceiptKeys } from '@copup/shared/receipts.ts';
import { type ReceiptContent, readSealed, type SealedReceipt } from '@copup/shared/sealed-receipt.ts';
import { desc, eq, sql } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { receiptKeys } from './receipts.tables.ts';

/** RFC 8410: an Ed25519 private key in PKCS #8 is this prefix and its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const KID_LENGTH = 8;

type KeyDeps = Pick<Deps, 'db' | 'config'>;

export interface ReceiptSigner {
  /** Seals the content with the server's key, which is published before its first use. */
  seal(content: ReceiptContent): Promise<string>;
  /** Returns what a sealed text says if one of the published keys has signed it. */
  open(sealed: string): Promise<SealedReceipt | undefined>;
  /** Lists the keys that have signed receipts, this server's first. */
  listKeys(): Promise<ReceiptKeys>;
}

/** Ed25519 with one key for all servers (RECEIPTS_KEY). The database keeps the public keys of earlier ones. */
export function createReceiptSigner({ db, config }: KeyDeps): ReceiptSigner {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8, config.receiptsKey]),
    format: 'der',
    type: 'pkcs8',
  });
  const own = xOf(createPublicKey(key));
  const kid = createHash('sha256').update(own).digest('hex').slice(0, KID_LENGTH);
  let published: Promise<unknown> | undefined;

  function publish(): Promise<unknown> {
    published ??= db.orm
      .insert(receiptKeys)
      .values({ id: kid, publicKey: own })
      .onConflictDoNothing()
      .catch((error: unknown) => {
        published = undefined;
        throw error;
      });
    return published;
  }

  return {
    async seal(content) {
      await publish();
      const signed = `${Buffer.from(JSON.stringify(content)).toString('base64url')}.${kid}`;
      return `${signed}.${sign(null, Buffer.from(signed), key).toString('base64url')}`;
    },

    async open(text) {
      const sealed = readSealed(text);
      if (!sealed) return undefined;
      const [known] = await db.orm.select().from(receiptKeys).where(eq(receiptKeys.id, sealed.kid));
      if (!known) return undefined;
      const isTrue = verify(
        null,
        Buffer.from(sealed.signed),
        createPublicKey({ key: jwkOf(known.publicKey), format: 'jwk' }),
        Buffer.from(sealed.signature, 'base64url'),
      );
      return isTrue ? sealed : undefined;
    },

    async listKeys() {
      await publish();
      const rows = await db.orm
        .select()
        .from(receiptKeys)
        .orderBy(desc(sql`${receiptKeys.id} = ${kid}`), desc(receiptKeys.since));
      return { keys: rows.map(({ id, publicKey }) => ({ kid: id, ...jwkOf(publicKey) })) };
    },
  };
}

const xOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const jwkOf = (publicKey: Buffer) => ({
  kty: 'OKP' as const,
  crv: 'Ed25519' as const,
  x: publicKey.toString('base64url'),
});
