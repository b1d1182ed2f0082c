import type { matchRules, RecordKind } from '@copup/shared/reconciliation.ts';
import { comparableReference } from '@copup/shared/shop.ts';
import { nameKeys, namesHolder, wordsOf } from './match-names.ts';
import { meantBy, quotedIn } from './match-quotes.ts';
import { hasReference, type ParsedLine } from './statement-line.ts';

/** A line that nothing explains. */
export interface OpenLine extends ParsedLine {
  id: number;
}

/** Money that came or left, as one of our records says. */
export interface MatchRecord {
  kind: RecordKind;
  id: number;
  /** An open one is decided by its line. */
  isOpen: boolean;
  /** Explained already: another line that quotes it is no proposal. */
  isTaken: boolean;
  /** Below zero for money that leaves. */
  amountKobo: number;
  /** `YYYY-MM-DD`: when it was requested, or took place. */
  day: string;
  /** What the narration quotes, such as `CP-7K3M9Q`; empty without one. */
  reference: string;
  /** The bank's reference or the provider's number; empty without one. */
  proof: string;
  /** Names of the holder of the other account. */
  names: readonly string[];
}

export type Rule = (typeof matchRules)[number];
/** What is proposed for a line, with the reason in words. */
export interface Proposal {
  lineId: number;
  kind: RecordKind;
  recordId: number;
  rule: Rule;
  reason: string;
  /** Whether it may be confirmed together with others: the reference is exact, and the bank has one of its own. */
  isExact: boolean;
}

/** A transfer may arrive some days before the buyer announces it, and long after. */
const REFERENCE_DAYS = { before: 7, after: 45 };
const NAME_DAYS = { before: 4, after: 5 };
/** Words of banks for money that went back. */
const REVERSAL = /\b(?:reversal|reversed|rvsl|revsl|returned|refund(?:ed)?|chargeback)\b|\brev[:/]/i;
const DAY_MS = 86_400_000;
/** Steps after which the caller may do something else. */
const SLICE = 50;

interface Known extends MatchRecord {
  words: readonly string[][];
  dayMs: number;
}
interface Found {
  record: Known;
  rule: Rule;
  quoted: string;
}
/** Most keys are those of one record: a list for each would cost the garbage collector more than all else. */
type ByKey = Map<string, Known | Known[]>;
interface Index {
  byReference: ByKey;
  byProof: ByKey;
  /** By amount and `nameKeys`. */
  byName: ByKey;
}

/**
 * Proposes a record for each line whose facts lead to exactly one record, and for each record at most one line: first by the reference
 * in the narration and the exact amount, then by the provider's or the bank's number, then by amount, days and name. A
 * line whose facts contradict each other, or fit two records, has no proposal. Pure; yields between slices of the work.
 */
export function* matchLines(
  lines: readonly OpenLine[],
  records: Iterable<MatchRecord>,
): Generator<void, Proposal[]> {
  const index: Index = { byReference: new Map(), byProof: new Map(), byName: new Map() };
  let step = 0;
  for (const record of records) {
    addRecord(index, record);
    step += 1;
    if (step % SLICE === 0) yield;
  }
  const reversed = yield* findReversed(lines);
  const found = new Map<OpenLine, Found>();
  for (const line of lines) {
    const one = reversed.has(line.id) ? undefined : findRecord(index, line);
    if (one) found.set(line, one);
    step += 1;
    if (step % SLICE === 0) yield;
  }
  return yield* keepUnambiguous(found);
}

function addRecord({ byReference, byProof, byName }: Index, record: MatchRecord): void {
  const known: Known = { ...record, words: record.names.map(wordsOf), dayMs: Date.parse(record.day) };
  const reference = comparableReference(record.reference);
  if (reference !== '') add(byReference, reference, known);
  if (record.proof !== '') add(byProof, comparableReference(record.proof), known);
  const keys = record.isTaken
    ? []
    : known.words.flatMap((name) => nameKeys(name, record.kind === 'settlement'));
  for (const key of new Set(keys)) add(byName, `${record.amountKobo} ${key}`, known);
}

function add(map: ByKey, key: string, record: Known): void {
  const found = map.get(key);
  if (Array.isArray(found)) found.push(record);
  else map.set(key, found ? [found, record] : record);
}

const allOf = (map: ByKey, key: string): readonly Known[] => {
  const found = map.get(key);
  return Array.isArray(found) ? found : found ? [found] : [];
};

const days = (line: OpenLine, { dayMs }: Known): number => (Date.parse(line.day) - dayMs) / DAY_MS;
const isWithin = (line: OpenLine, record: Known, { before, after }: typeof NAME_DAYS): boolean =>
  days(line, record) >= -before && days(line, record) <= after;

/** Returns the one record that a line is about, if its facts lead to no other. */
function findRecord(index: Index, line: OpenLine): Found | undefined {
  if (line.currency !== 'NGN' || REVERSAL.test(line.narration)) return undefined;
  const text = `${line.narration} ${line.reference}`;
  const { exact, near } = quotedIn(text, (reference) => index.byReference.has(reference));
  const byName = findByName(index, line);
  const byProof = findByProof(index, line);
  if (exact.length > 0)
    return agreeing(line, single(exact, index.byReference), 'reference', exact, byName, byProof);
  const typed = near.flatMap(meantBy).flatMap((reference) => allOf(index.byReference, reference));
  const [oneTyped, ...others] = new Set(typed);
  if (oneTyped)
    return others.length > 0 ? undefined : agreeing(line, oneTyped, 'reference-typo', near, byName, byProof);
  const [proved, ...more] = byProof;
  if (proved)
    return more.length > 0 ? undefined : agreeing(line, proved, 'provider-id', [proved.proof], [], byProof);
  const [named, ...same] = byName;
  return named && same.length === 0 ? { record: named, rule: 'name', quoted: '' } : undefined;
}

function single(references: readonly string[], by: Index['byReference']): Known | undefined {
  const all = references.flatMap((reference) => allOf(by, reference));
  return all.length === 1 ? all[0] : undefined;
}

/** Returns a record that a reference leads to, unless amount, days, names or another number speak against it. */
function agreeing(
  line: OpenLine,
  record: Known | undefined,
  rule: Rule,
  [quoted = '']: readonly string[],
  byName: readonly Known[],
  byProof: readonly Known[],
): Found | undefined {
  if (!record || record.isTaken || record.amountKobo !== line.amountKobo) return undefined;
  if (!isWithin(line, record, REFERENCE_DAYS)) return undefined;
  if (byProof.some((other) => other !== record)) return undefined;
  if (byName.length > 0 && !byName.includes(record)) return undefined;
  const sender = wordsOf(line.sender);
  const isOther =
    sender.length > 0 &&
    record.words.length > 0 &&
    !record.words.some((name) => sender.some((word) => name.includes(word)));
  return isOther ? undefined : { record, rule, quoted };
}

/** Records that the number of the bank or of the provider proves, whatever their amount. */
function findByProof({ byProof }: Index, { reference, narration }: OpenLine): Known[] {
  const own = reference === '' ? [] : allOf(byProof, comparableReference(reference));
  const words = narration.split(/[^\dA-Za-z]+/).filter((word) => word.length >= 6);
  return [...new Set([...own, ...words.flatMap((word) => allOf(byProof, word.toLowerCase()))])];
}

/** Records of exactly this amount, near in time, whose holder the bank names. */
function findByName({ byName }: Index, line: OpenLine): Known[] {
  const sender = wordsOf(line.sender);
  const isWhole = sender.length > 0;
  const text = isWhole ? sender : wordsOf(line.narration);
  const found = nameKeys(text, true).flatMap((key) => allOf(byName, `${line.amountKobo} ${key}`));
  return [...new Set(found)].filter(
    (record) =>
      isWithin(line, record, NAME_DAYS) &&
      record.words.some((name) => namesHolder(text, name, isWhole, record.kind === 'settlement' ? 1 : 2)),
  );
}

/** Lines whose money went back with another line: the same reference of the bank or the same quote, the opposite amount. */
function* findReversed(lines: readonly OpenLine[]): Generator<void, Set<number>> {
  const keysOf = ({ reference, narration }: OpenLine) => [
    ...(reference === '' ? [] : [comparableReference(reference)]),
    ...(narration.toLowerCase().match(/cp[- ]?\w{6}\b/g) ?? []).map(comparableReference),
  ];
  const keys = new Map<OpenLine, string[]>();
  const byKey = new Map<string, OpenLine[]>();
  for (const [at, line] of lines.entries()) {
    const own = keysOf(line);
    keys.set(line, own);
    for (const key of own) byKey.set(key, [...(byKey.get(key) ?? []).slice(-20), line]);
    if (at % SLICE === 0) yield;
  }
  const reversed = new Set<number>();
  for (const [line, own] of keys) {
    const isBack = (other: OpenLine) => other.amountKobo === -line.amountKobo;
    if (own.some((key) => byKey.get(key)?.some(isBack))) reversed.add(line.id);
    if (reversed.size % SLICE === 0) yield;
  }
  return reversed;
}

const strength: Readonly<Record<Rule, number>> = {
  reference: 3,
  'provider-id': 2,
  'reference-typo': 1,
  name: 0,
};

/** Leaves each record to the one line that has the strongest fact; two lines with the same fact both go without. */
function* keepUnambiguous(found: ReadonlyMap<OpenLine, Found>): Generator<void, Proposal[]> {
  const byRecord = Map.groupBy(found, ([, { record }]) => record);
  const proposals: Proposal[] = [];
  for (const claims of byRecord.values()) {
    const best = Math.max(...claims.map(([, { rule }]) => strength[rule]));
    const [first, ...rest] = claims.filter(([, { rule }]) => strength[rule] === best);
    if (first && rest.length === 0) proposals.push(toProposal(...first));
    if (proposals.length % SLICE === 0) yield;
  }
  return proposals;
}

function toProposal(line: OpenLine, { record, rule, quoted }: Found): Proposal {
  const texts: Record<Rule, string> = {
    reference: `The narration quotes ${record.reference}, and the amount is exact.`,
    'reference-typo': `The narration quotes “${quoted.toUpperCase()}”, one error from ${record.reference}, and the amount is exact.`,
    'provider-id': `The bank names ${record.proof}, the number of this ${record.kind}, and the amount is exact.`,
    name: `The amount is exact, the bank names ${record.names[0] ?? ''}, and only this ${record.kind} fits ${distance(days(line, record))}.`,
  };
  const isExact =
    (rule === 'reference' || rule === 'provider-id') && (!record.isOpen || hasReference(line.reference));
  return { lineId: line.id, kind: record.kind, recordId: record.id, rule, reason: texts[rule], isExact };
}

function distance(count: number): string {
  if (count === 0) return 'on this day';
  return `within ${Math.abs(count)} ${Math.abs(count) === 1 ? 'day' : 'days'}`;
}
