import { generateKeyPairSync, sign } from 'node:crypto';
import { type ReceiptContent, readSealed } from '@copup/shared/sealed-receipt.ts';

/** A receipt as a forger shows it. */
export interface AlteredReceipt {
  /** What was altered. */
  name: string;
  /** In the link. */
  code: string;
  sealed: string;
}

interface TrueReceipts {
  code: string;
  sealed: string;
  /** A true receipt of something else. */
  other: { code: string; sealed: string };
}

const flip = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === 'A' ? 'Q' : 'A') + text.slice(at + 1);
const { privateKey } = generateKeyPairSync('ed25519');
/** Signs with a key that was never published; its id is the forger's choice. */
function forge(content: ReceiptContent, kid: string): string {
  const signed = `${encode(content)}.${kid}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
}
const encode = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');

/** Alters amount, names, time, status, code, signature and key of a true receipt, in each way that a forger has: 100 and more. */
export function alterReceipt({ code, sealed, other }: TrueReceipts): AlteredReceipt[] {
  const [payload = '', kid = '', signature = ''] = sealed.split('.');
  const content = readSealed(sealed)?.content as ReceiptContent;
  const { coins, kobo, status, at } = content;
  const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const changes: Record<string, Partial<ReceiptContent>[]> = {
    amount: [1, 2, 10, 100, 1_000].flatMap((factor) => [
      { coins: coins * factor + 1 },
      { kobo: (kobo ?? 0) + factor * 100 },
    ]),
    name: ['E•• A••', 'Copup', ''].flatMap((name) => [{ from: name }, { to: name }]),
    time: [1_000, -60_000, 86_400_000].flatMap((ms) => [{ at: later(ms) }, { read: later(ms) }]),
    status: (['pending', 'final', 'reversed'] as const)
      .filter((one) => one !== status)
      .map((one) => ({ status: one })),
    item: [{ kind: 'payout' }, { kind: 'win', what: 'A car' }],
    code: [{ code: other.code }, { code: '0'.repeat(26) }],
  };
  const contents = Object.entries(changes).flatMap(([name, list]) =>
    list.flatMap((change) => {
      const altered = { ...content, ...change };
      return [
        { name, code, sealed: `${encode(altered)}.${kid}.${signature}` },
        { name: `${name}, with a foreign key`, code, sealed: forge(altered, 'f0f0f0f0') },
        { name: `${name}, with a foreign key under a true id`, code, sealed: forge(altered, kid) },
      ];
    }),
  );
  const of = (name: string, one: string, link = code) => ({ name, code: link, sealed: one });
  return [
    ...contents,
    of('code: a true receipt of something else', other.sealed),
    of('code: the link of something else', sealed, other.code),
    of('key: unknown', `${payload}.00000000.${signature}`),
    of('key: missing', `${payload}.${signature}`),
    of('key: foreign, same content', forge(content, kid)),
    of('signature: missing', `${payload}.${kid}`),
    of('signature: of something else', `${payload}.${kid}.${other.sealed.split('.')[2]}`),
    of('signature: longer', `${sealed}A`),
    of('nothing of ours', 'nonsense'),
    ...Array.from({ length: 20 }, (_, nth) =>
      of('content', `${flip(payload, (nth * 7) % payload.length)}.${kid}.${signature}`),
    ),
    ...Array.from({ length: 20 }, (_, nth) =>
      of('signature', `${payload}.${kid}.${flip(signature, signature.length - 1 - nth * 4)}`),
    ),
  ].filter((one) => one.sealed !== sealed || one.code !== code);
}

/** Changes one to three characters anywhere, and nothing else. */
export function alterAtRandom(sealed: string, random: () => number): string {
  const at = (length: number) => Math.floor(random() * length);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.';
  let altered = sealed;
  while (altered === sealed)
    for (let left = 1 + at(3); left > 0; left -= 1) {
      const place = at(altered.length);
      altered = altered.slice(0, place) + letters[at(letters.length)] + altered.slice(place + 1);
    }
  return altered;
}
