import { dirname, join } from 'node:path';
import type { Rolldown } from 'vite';
import { paths } from '../../shared/src/page-paths.ts';
import { pageHeads, visitors } from './page-heads.ts';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];

/**
 * Groups modules into few files, because on a slow connection a request costs more than a few bytes. Common modules are grouped by
 * how often they change; modules of some pages only are separate, and those of the console, such as the records.
 */
const own =
  /lucide-react|client[\\/]src[\\/](?!console|app[\\/]pages|features[\\/][^\\/]+[\\/](admin|pages))|shared[\\/]src[\\/](?!records)/;
const shareable = /lucide-react|client[\\/]src[\\/]|shared[\\/]src/;
/**
 * What verifies draws and heists. Apart, since both kinds of pages and common modules import it: a common file that
 * imports theirs, which import the common file, runs before its own imports.
 */
const proofs =
  /lib[\\/]verify-proof|shared[\\/]src[\\/](fairness\.ts|heist-proof|spin-proof|normalize-answer)/;
/** Modules that only some pages share, by the name of their file. */
const parts: Readonly<Record<string, RegExp>> = {
  heists:
    /features[\\/]heists[\\/](?!pages)|ui[\\/]art[\\/](vault-door|open-vault)|shared[\\/]src[\\/]heist-limits/,
  contests:
    /features[\\/]contests[\\/](?!pages|admin)|ui[\\/](leaderboard|use-rank-moves|card-face|play-cards|ordinal|art[\\/]card-back)/,
  orders: /features[\\/]orders[\\/](?!admin)|ui[\\/]hand-over/,
  // Also the wallet's home has lists of auctions.
  'auction-lists':
    /features[\\/]auctions[\\/](auction-card|auction-grid|card-frame|use-near-screen|lists[\\/])|realtime[\\/]use-rooms|first-steps[\\/]/,
  // What an auction's page loads on demand: the page needs nothing else of `other` and `visitors`.
  'auction-parts':
    /features[\\/]auctions[\\/]offers[\\/](watch-button|buy-now-button)|icons[\\/](arrow-down|bell|bell-ring|receipt-text|rotate-ccw|share-2|timer)\.mjs|parts[\\/]share-receipt|ui[\\/](share-button|facts|coins-back|art[\\/]bead-ring)|lib[\\/](save-file|share)\.|corrections[\\/](copy-link|use-cancellation)/,
  // The subscription to push messages, which commands, the late work and its settings share.
  push: /client[\\/]src[\\/]push[\\/]device/,
  // Names within sentences, on most pages.
  names: /shared[\\/]src[\\/]isolate/,
  affiliates: /features[\\/]affiliates[\\/](?!pages|admin)/,
  tasks: /features[\\/]tasks[\\/](?!pages|admin)/,
  bets: /features[\\/]bets[\\/](?!pages)|ui[\\/]art[\\/]crest|shared[\\/]src[\\/](crest|bet-limits)/,
  // Signs of progress of affiliates and tasks.
  progress: /ui[\\/](progress-bar|referral-ring|referral-stage)/,
  // Codes to scan.
  codes: /ui[\\/]qr-code|parts[\\/]link-box|qrcode\.react/,
};

const visitorsModules = visitors.flatMap(({ modules }) => modules);

/** The groups of the client in `folder`. */
export function fileGroups(folder: string): Rolldown.CodeSplittingGroup[] {
  const entry = 'src/main.tsx';
  const auctionPage = pageHeads.find(({ address }) => address === paths.auction)?.modules ?? [];
  const visitPage = pageHeads.find(({ address }) => address === paths.watch)?.modules ?? [];
  const [layout = ''] = auctionPage;
  const onEveryPage = importedBy(folder, [entry]);
  const onPlayersPages = importedBy(folder, [entry, layout]);
  const onAuctionPage = importedBy(folder, [entry, ...auctionPage]);
  const onVisitPage = importedBy(folder, [entry, ...visitPage]);
  const onOtherPages = byOtherPages(folder, entry, [...auctionPage, ...visitPage]);
  const onVisitorsPages = importedBy(folder, visitorsModules);
  return [
    { name: 'proofs', test: proofs, minShareCount: 2, priority: 8 },
    // One file, because a browser opens six connections: this one, the common one, the styles, the first script and two more.
    {
      name: 'libraries',
      test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack|zustand|react-hot-toast)[\\/]|vite[\\/]preload-helper/,
      priority: 7,
    },
    {
      name: 'socket',
      test: /node_modules[\\/]@?(socket|engine)\.io|realtime[\\/]realtime-socket/,
      priority: 7,
    },
    // Only what an auction and another page import: it has a limit for its scripts. What many other pages share is in `visitors` and
    // `other`. All that the entry imports is here, although Rolldown does not count pages as importers of what the entry has loaded.
    {
      name: (id, graph) =>
        onEveryPage(id, graph) || (onAuctionPage(id, graph) && onOtherPages(id, graph)) ? 'common' : null,
      debugName: 'common',
      test: shareable,
      priority: 6,
    },
    // The layout of all players' pages.
    {
      name: (id, graph) => (onPlayersPages(id, graph) && !onEveryPage(id, graph) ? 'signed-in' : null),
      debugName: 'signed-in',
      test: own,
      priority: 5,
    },
    // Only the pages of an auction, for players and for visitors, import it.
    {
      name: (id, graph) =>
        onAuctionPage(id, graph) && onVisitPage(id, graph) && !onEveryPage(id, graph) ? 'auction' : null,
      debugName: 'auction',
      test: own,
      priority: 4,
    },
    ...Object.entries(parts).map(([name, test]) => ({ name, test, minShareCount: 2, priority: 4 })),
    {
      name: (id, graph) => (onVisitorsPages(id, graph) ? 'visitors' : 'other'),
      debugName: 'other',
      test: own,
      minShareCount: 3,
      priority: 3,
    },
    { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 1 },
  ];
}

type Contains = (id: string, graph: Graph) => boolean;

/** Returns whether a module is among those that `find` returns, which is called once. */
function among(find: (graph: Graph) => Set<string>): Contains {
  let found: Set<string> | undefined;
  return (id, graph) => {
    found ??= find(graph);
    return found.has(id);
  };
}

/** Returns whether a module is one of these or a module that they import, directly or not. Dynamic imports do not count. */
function importedBy(folder: string, modules: string[]): Contains {
  const ids = modules.map((each) => join(folder, each));
  return among((graph) => findImported(ids, graph));
}

/** Returns whether some page or part that is loaded on demand imports a module, except for these. */
function byOtherPages(folder: string, entry: string, except: string[]): Contains {
  const excepted = new Set(except.map((each) => join(folder, each)));
  return among((graph) => {
    const others = loadedOnDemand(join(folder, entry), graph).filter((each) => !excepted.has(each));
    return findImported(others, graph);
  });
}

function loadedOnDemand(entry: string, graph: Graph): string[] {
  const [seen, lazy] = [new Set([entry]), new Set<string>()];
  for (const id of seen) {
    const module = graph.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) if (!isIconIndex.test(imported)) seen.add(imported);
    for (const imported of module?.dynamicallyImportedIds ?? []) {
      lazy.add(imported);
      seen.add(imported);
    }
  }
  return [...lazy];
}

function findImported(modules: string[], graph: Graph): Set<string> {
  const found = new Set<string>();
  const icons = new Map<string, string>();
  const visit = (id: string) => {
    const module = found.has(id) ? null : graph.getModuleInfo(id);
    if (!module) return;
    found.add(id);
    for (const imported of module.importedIds) {
      if (!isIconIndex.test(imported)) visit(imported);
      else {
        if (icons.size === 0) readIcons(imported, graph.getModuleInfo(imported)?.code ?? '', icons);
        for (const name of iconNames(module.code ?? '')) visit(icons.get(name) ?? '');
      }
    }
  };
  for (const module of modules) visit(module);
  return found;
}

/** The index of lucide-react lists all icons, of which a module imports a few by name. */
const isIconIndex = /lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/;

function readIcons(index: string, code: string, icons: Map<string, string>): void {
  for (const [, names = '', path = ''] of code.matchAll(/export \{([^}]*)\} from '([^']*)'/g))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g))
      icons.set(name, join(dirname(index), path));
}

function iconNames(code: string): string[] {
  return [...code.matchAll(/import \{([^}]*)\} from "lucide-react"/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' ')[0] ?? ''),
  );
}
