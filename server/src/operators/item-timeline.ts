import type { ItemEntry, ItemTimeline } from '@copup/shared/item-timeline.ts';
import type { Database } from '../db/database.ts';
import { Refusal } from '../errors.ts';
import type { AllFeatures } from '../feature.ts';
import { type Subject, subjectKey } from '../subject.ts';

/** An entry of one source. */
export interface SourceEntry {
  /** Identifies it within the source, and its place: `read` continues behind it. */
  key: string;
  at: Date;
  kind: string;
  text?: string;
  detail?: string | null;
  userId?: string | null;
  amount?: number | null;
  tone?: ItemEntry['tone'];
  link?: Subject | null;
}

/** Reads the entries of an item that one part of the product wrote. */
export interface TimelineSource {
  /** Lower-case letters. */
  readonly name: string;
  /** Returns at most `limit` entries behind the entry `before`, newest first, by an index. */
  read(db: Database, id: string, before: string | undefined, limit: number): Promise<SourceEntry[]>;
}

/** The items of one kind: how their timeline is read. A feature contributes it by its manifest. */
export interface TimelineKind {
  readonly sources: readonly TimelineSource[];
  /** Reads the items that belong to this one; undefined without such an item. */
  links(db: Database, id: string): Promise<LinkedItem[] | undefined>;
  /**
   * SQL of a number that grows with each change of the item `i.id`, a text; null without such an item. Actions of
   * operators are counted in addition.
   */
  readonly version: string;
}

export interface LinkedItem extends Subject {
  label: string;
}

interface Page {
  limit: number;
  before: string | undefined;
  /** Only this source. */
  source: string | undefined;
}

type Reader = { db: Database; describeSubjects: AllFeatures['describeSubjects'] };

/**
 * Merges the sources of an item by time, newest first. The cursor has the place in each source, so every page reads at
 * most `limit` + 1 entries of each. Returns undefined without such an item.
 */
export async function readItemTimeline(
  { db, describeSubjects }: Reader,
  kind: TimelineKind,
  id: string,
  { limit, before, source }: Page,
): Promise<ItemTimeline | undefined> {
  const links = await kind.links(db, id);
  if (!links) return undefined;
  const places = before === undefined ? new Map<string, string>() : readCursor(before);
  const sources = kind.sources.filter(({ name }) => source === undefined || name === source);
  const read = await Promise.all(
    sources.map(async (each) =>
      (await each.read(db, id, places.get(each.name), limit + 1)).map((entry) => ({
        ...entry,
        source: each.name,
      })),
    ),
  );
  // The sort is stable: entries of one source and one time stay in the order of the source.
  const merged = read.flat().sort((left, right) => right.at.getTime() - left.at.getTime());
  const shown = merged.slice(0, limit);
  for (const { source: name, key } of shown) places.set(name, key);
  const [described, usernames] = await Promise.all([
    describeSubjects([...links, ...shown.flatMap(({ link }) => link ?? [])]),
    readUsernames(db, [
      ...shown.flatMap(({ userId }) => userId ?? []),
      ...links.flatMap((link) => (link.kind === 'user' ? link.id : [])),
    ]),
  ]);
  const nameOf = (subject: Subject) =>
    subject.kind === 'user' ? usernames.get(subject.id) : described.get(subjectKey(subject))?.name;
  return {
    items: shown.map((entry) => ({
      id: `${entry.source}:${entry.key}`,
      at: entry.at.toISOString(),
      source: entry.source,
      kind: entry.kind,
      text: entry.text ?? null,
      detail: entry.detail ?? null,
      user: entry.userId ? { id: entry.userId, username: usernames.get(entry.userId) ?? null } : null,
      amount: entry.amount ?? null,
      tone: entry.tone ?? 'plain',
      link: entry.link ? { ...entry.link, name: nameOf(entry.link) ?? null } : null,
    })),
    next: merged.length > limit ? toCursor(places) : null,
    sources: kind.sources.map(({ name }) => name),
    links: links.map((link) => ({ ...link, name: nameOf(link) ?? null })),
  };
}

async function readUsernames(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.pool.query<{ id: string; username: string }>({
    name: 'item-usernames',
    text: 'SELECT id, username::text FROM users WHERE id = ANY($1::uuid[])',
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map(({ id, username }) => [id, username]));
}

const toCursor = (places: ReadonlyMap<string, string>): string =>
  Buffer.from(JSON.stringify(Object.fromEntries(places))).toString('base64url');

const SAFE_KEY = /^[\w:.-]{1,80}$/;

/** Returns the place in each source, by its name. Throws for a cursor of another form. */
function readCursor(cursor: string): Map<string, string> {
  try {
    const places: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const entries = Object.entries(places as object).map(([name, key]) => [name, String(key)] as const);
    if (entries.every(([, key]) => SAFE_KEY.test(key))) return new Map(entries);
  } catch {
    // Not a cursor of this server.
  }
  throw badCursor();
}

const badCursor = () => new Refusal('BAD_REQUEST', 'Start again at the first page.');

/** Parses a key that is a number; throws for one that a client changed. */
export function numberKey(key: string | undefined, highest: number): number {
  const value = key === undefined ? highest : Number(key);
  if (!Number.isSafeInteger(value) || value < 0 || value > highest) throw badCursor();
  return value;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const HIGHEST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function uuidKey(key: string | undefined): string {
  if (key !== undefined && !UUID.test(key)) throw badCursor();
  return key ?? HIGHEST_UUID;
}

/** Parses a key of a time and a user: `1767225600000.{uuid}`. */
export function timeAndUserKey(key: string | undefined): [Date, string] {
  if (key === undefined) return [new Date(Date.UTC(2100, 0)), HIGHEST_UUID];
  const [ms = '', userId = ''] = key.split('.');
  return [new Date(numberKey(ms, Date.UTC(2100, 0))), uuidKey(userId)];
}
