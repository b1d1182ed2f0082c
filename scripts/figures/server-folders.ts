import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

export interface FolderImports {
  /** `from → to`, features as one folder, files of `server/src` itself left out. */
  edges: string[];
  /** Pairs of folders that import each other, directly or over others. */
  circles: string[];
  /** Edges from a lower to a higher layer. */
  upward: string[];
}

const base = 'server/src/';
const layers = [['features', 'plugins'], ['subjects'], [], ['db']];
const restLayer = 2;
const imported = /^\s*(?:import|export)\b[^;]*?from '(\.[^']+)'|import\('(\.[^']+)'\)/gm;

export function readFolderImports(files: readonly SourceFile[]): FolderImports {
  const edges = new Set<string>();
  for (const { path, text, isTest } of files) {
    const from = folderOf(path);
    if (isTest || from === undefined) continue;
    for (const [, one, other] of text.matchAll(imported)) {
      const to = folderOf(posix.join(posix.dirname(path), one ?? other ?? ''));
      if (to !== undefined && to !== from) edges.add(`${from} → ${to}`);
    }
  }
  const pairs = [...edges].map((edge) => edge.split(' → ') as [string, string]);
  const reach = (start: string, seen = new Set<string>()): Set<string> => {
    for (const [from, to] of pairs)
      if (from === start && !seen.has(to)) {
        seen.add(to);
        reach(to, seen);
      }
    return seen;
  };
  return {
    edges: [...edges].sort(),
    circles: pairs
      .filter(([from, to]) => from < to || !edges.has(`${to} → ${from}`))
      .filter(([from, to]) => reach(to).has(from))
      .map(([from, to]) => `${from} ↔ ${to}`),
    upward: pairs.filter(([from, to]) => layerOf(from) > layerOf(to)).map(([from, to]) => `${from} → ${to}`),
  };
}

/** Returns the first folder below `server/src`; undefined for other files and for those of `server/src` itself. */
function folderOf(path: string): string | undefined {
  const [folder = '', ...rest] = path.startsWith(base) ? path.slice(base.length).split('/') : [];
  return rest.length > 0 ? folder : undefined;
}

function layerOf(folder: string): number {
  const at = layers.findIndex((names) => names.includes(folder));
  return at < 0 ? restLayer : at;
}
