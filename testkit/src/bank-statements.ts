import type { MatchRecord, OpenLine } from '@copup/server/features/reconciliation/match-lines.ts';
import { type Random, seeded } from './random.ts';

/** A statement with the record that each line is truly of, by the number of the line; no record for a hostile line. */
export interface GeneratedStatement {
  seed: number;
  lines: OpenLine[];
  records: MatchRecord[];
  truth: Map<number, number | undefined>;
}

type Words = readonly [string, ...string[]];
const split = (text: string) => text.split(' ') as unknown as Words;
const FIRST = split(
  'Ada Chidi Blessing Emeka Ngozi Tunde Aisha Musa Ifeoma Bola Kemi Segun Amina Yusuf Chioma Obinna Funke Dayo Halima Ibrahim Uche Zainab Femi Sade Ebere Nneka Kunle Bisi Hauwa Sani Tobi Ronke Emmanuel Grace Peter Esther Samuel Ruth Daniel Joy',
);
const LAST = split('Ade Olu Ola Ayo Oke Oko Chi Nwa Eze Ogu Uma Abu Dan Sule').flatMap((start) =>
  split('bayo wale mide tunde kunle niyi sola kafor jekwu nonso bunna meka dozie bode').map(
    (end) => start + end,
  ),
) as unknown as Words;
const BANKS = split('GTB ZENITH UBA ACCESS KUDA OPAY FIRSTBANK MONIEPOINT');
const CODE = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const PRICES = [200_000, 500_000, 990_000, 2_450_000, 4_850_000, 9_600_000] as const;
const DAYS = 30;
const FIRST_DAY_MS = Date.UTC(2026, 9, 1);
const DAY_MS = 86_400_000;

const dayOf = (nth: number): string => new Date(FIRST_DAY_MS + nth * DAY_MS).toISOString().slice(0, 10);

/** Makes records and lines of one statement from the same random numbers. */
class Statement implements GeneratedStatement {
  readonly lines: OpenLine[] = [];
  readonly records: MatchRecord[] = [];
  readonly truth = new Map<number, number | undefined>();
  readonly seed: number;
  readonly random: Random;
  readonly #codes = new Set<string>();

  constructor(seed: number) {
    this.seed = seed;
    this.random = seeded(seed);
  }

  code(): string {
    for (;;) {
      const code = Array.from({ length: 6 }, () => CODE[this.random.int(0, CODE.length - 1)]).join('');
      if (!this.#codes.has(code)) {
        this.#codes.add(code);
        return code;
      }
    }
  }

  name(): string {
    const { random } = this;
    return [random.pick(FIRST), ...(random.next() < 0.6 ? [random.pick(FIRST)] : []), random.pick(LAST)].join(
      ' ',
    );
  }

  payment(given: Partial<MatchRecord> = {}): MatchRecord {
    const nth = this.records.length + 1;
    const record: MatchRecord = {
      ...{ kind: 'payment', id: nth, isOpen: true, isTaken: false, proof: '' },
      ...{ amountKobo: this.random.pick(PRICES), day: dayOf(this.random.int(0, DAYS - 1)) },
      ...{ reference: `CP-${this.code()}`, names: [this.name()] },
      ...given,
    };
    this.records.push(record);
    return record;
  }

  line(of: MatchRecord, given: Partial<OpenLine>, isTrue = true): void {
    const id = this.lines.length + 1;
    const reference = `0000${this.random.int(10, 99)}26${String(id).padStart(8, '0')}`;
    const { amountKobo, day } = of;
    this.lines.push({
      id,
      day,
      amountKobo,
      currency: 'NGN',
      narration: 'NIP',
      sender: '',
      reference,
      ...given,
    });
    this.truth.set(id, isTrue ? of.id : undefined);
  }

  /** The name as a bank writes it: surname first, upper case, an initial, cut at the end of its field. */
  bankName(name: string): string {
    const words = name.toUpperCase().split(' ');
    const { random } = this;
    if (random.next() < 0.5) words.unshift(words.pop() ?? '');
    if (words.length > 2 && random.next() < 0.3) words[1] = words[1]?.[0] ?? '';
    return words
      .join(random.next() < 0.2 ? ', ' : ' ')
      .slice(0, 24)
      .trim();
  }

  /** The reference as buyers and banks write it. */
  quoted(reference: string): string {
    const code = reference.slice(3);
    const cut = `CP-${code.slice(0, 3)} ${code.slice(3)}`;
    return this.random.pick([
      reference,
      reference.toLowerCase(),
      `CP${code}`,
      `cp ${code.toLowerCase()}`,
      code,
      cut,
      `REF:${reference}`,
    ]);
  }

  /** The reference with one error: another, a missing or a further character. */
  mistyped(reference: string): string {
    const at = 3 + this.random.int(0, 5);
    const other = this.random.pick(split('O I 0 1 X 7 K'));
    const rest = reference.slice(at + 1);
    return reference.slice(0, at) + this.random.pick([other, '', `${reference[at]}${other}`]) + rest;
  }
}

/** Days as they are: most buyers quote the reference, some mistype it, some quote nothing; payouts and settlements. */
export function realisticDays(count: number, seed: number): GeneratedStatement {
  const made = new Statement(seed);
  const { random } = made;
  for (let nth = 0; nth < count; nth += 1) {
    const kind = random.next();
    if (kind < 0.1) {
      const id = 500_000 + nth;
      const payout = made.payment({
        kind: 'payout',
        id,
        reference: `Copup ${id}`,
        amountKobo: -9_000 * random.int(10, 2_000),
      });
      made.line(payout, { narration: `TRF TO ${made.bankName(payout.names[0] ?? '')} copup ${id}` });
      continue;
    }
    if (kind < 0.12) {
      const proof = String(8_000_000 + nth);
      const amountKobo = random.int(1_000_000, 99_000_000);
      const settlement = made.payment({
        ...{ kind: 'settlement', id: nth, reference: '', proof, amountKobo },
        names: ['Flutterwave'],
        isOpen: false,
      });
      made.line(settlement, {
        narration: random.pick([`FLW SETTLEMENT ${proof}`, 'FLUTTERWAVE TECHNOLOGY SOLUTIONS']),
      });
      continue;
    }
    const payment = made.payment({ id: 1_000_000 + nth });
    const name = made.bankName(payment.names[0] ?? '');
    const quote =
      kind < 0.7 ? made.quoted(payment.reference) : kind < 0.8 ? made.mistyped(payment.reference) : '';
    const hasSender = random.next() < 0.5;
    const narration = [hasSender ? 'NIP TRANSFER' : `NIP/${random.pick(BANKS)}/${name}`, quote].join(
      random.pick(['/', ' ', ' - ']),
    );
    made.line(payment, { narration, sender: hasSender ? name : '' });
  }
  return made;
}

const HOSTILE = ['minute', 'other', 'digit', 'typo', 'partial', 'double', 'reversed', 'currency'] as const;

/** Lines that look like open payments and are none of them. */
export function hostileLines(count: number, seed: number): GeneratedStatement {
  const made = new Statement(seed);
  const { random, lines } = made;
  while (lines.length < count) {
    const payment = made.payment({ id: 1_000_000 + made.records.length });
    const { amountKobo, reference } = payment;
    const narration = made.quoted(reference);
    const name = made.bankName(payment.names[0] ?? '');
    const stranger = `${random.pick(LAST)}SON ${random.pick(FIRST)}INE`.toUpperCase();
    switch (HOSTILE[lines.length % HOSTILE.length]) {
      case 'minute':
        made.line(payment, { narration: `NIP/${random.pick(BANKS)}/${stranger}` }, false);
        break;
      case 'other': {
        // Another player quotes this reference, whom the bank names, or who has a payment of the same amount.
        const name = `ZED${lines.length} QUIST`;
        const own = { id: 2_000_000 + made.records.length, amountKobo, day: payment.day, names: [name] };
        if (lines.length % 3 > 0) made.payment(own);
        made.line(
          payment,
          lines.length % 3 > 0 ? { narration: `${name} ${narration}` } : { narration, sender: name },
          false,
        );
        break;
      }
      case 'digit':
        made.line(
          payment,
          {
            narration,
            sender: name,
            amountKobo: amountKobo + random.pick([100, -100, 1_000, 10_000, -90_000]),
          },
          false,
        );
        break;
      case 'typo':
        made.line(payment, { narration: made.mistyped(reference), sender: stranger }, false);
        break;
      case 'partial':
        made.line(
          payment,
          { narration, sender: name, amountKobo: Math.floor(amountKobo / random.int(2, 5)) },
          false,
        );
        break;
      case 'double':
        for (const _ of [1, 2]) made.line(payment, { narration, sender: name }, false);
        break;
      case 'reversed': {
        const bank = `REV${String(lines.length).padStart(9, '0')}`;
        made.line(payment, { narration, sender: name, reference: bank }, false);
        made.line(
          payment,
          { narration: random.pick(['NIP', `RVSL ${narration}`]), amountKobo: -amountKobo, reference: bank },
          false,
        );
        break;
      }
      default:
        made.line(payment, { narration, sender: name, currency: random.pick(['USD', 'GBP', 'EUR']) }, false);
    }
  }
  return made;
}
