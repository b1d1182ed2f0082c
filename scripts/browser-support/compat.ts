import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { supportedBrowsers } from '../../client/build/browsers.ts';

/** A feature of the web platform: its path in the data, and the supported browsers that lack it. */
export interface Feature {
  name: string;
  missing: string[];
}

type Tree = Record<string, Identifier>;
const path = createRequire(import.meta.url).resolve('@mdn/browser-compat-data');
const data = JSON.parse(readFileSync(path, 'utf8')) as Record<'api' | 'javascript' | 'css', Tree>;

/** Returns the feature at the path, such as `css.properties.translate`; undefined if the data has no entry. */
export function featureAt(...keys: string[]): Feature | undefined {
  let node: Identifier | undefined = data as unknown as Identifier;
  for (const key of keys) {
    if (!node || !Object.hasOwn(node, key)) return undefined;
    node = (node as Tree)[key];
  }
  const compat = node?.__compat;
  return compat && { name: keys.join('.'), missing: browsersWithout(compat) };
}

/** Returns all features up to `depth` levels below the path, by the last part of their names. */
export function indexBelow(keys: string[], depth: number): Map<string, Feature[]> {
  const index = new Map<string, Feature[]>();
  const visit = (at: string[], left: number) => {
    let node = data as unknown as Tree;
    for (const key of at) node = node[key] as unknown as Tree;
    for (const key of Object.keys(node)) {
      if (key === '__compat') continue;
      const feature = featureAt(...at, key);
      if (feature) index.set(key, [...(index.get(key) ?? []), feature]);
      if (left > 1) visit([...at, key], left - 1);
    }
  };
  visit(keys, depth);
  return index;
}

/** Returns the feature if no meaning of the name works in all supported browsers. */
export function unsupportedByAll(candidates: readonly (Feature | undefined)[]): Feature | undefined {
  const known = candidates.filter((each) => each !== undefined);
  return known.length > 0 && known.every(({ missing }) => missing.length > 0) ? known[0] : undefined;
}

function browsersWithout({ support }: CompatStatement): string[] {
  const lacking: string[] = [];
  for (const [browser, oldest] of Object.entries(supportedBrowsers)) {
    const statements = [support[browser as keyof typeof support] ?? []].flat() as SimpleSupportStatement[];
    if (statements.length > 0 && !statements.some((each) => works(each, oldest)))
      lacking.push(`${browser} ${oldest}`);
  }
  return lacking;
}

function works(statement: SimpleSupportStatement, oldest: number): boolean {
  const {
    version_added: added,
    version_removed: removed,
    flags,
    prefix,
    alternative_name: other,
  } = statement;
  if (typeof added !== 'string' || added === 'preview' || removed || flags || prefix || other) return false;
  return Number.parseFloat(added.replace('≤', '')) <= oldest;
}
