import type { paths } from '@copup/shared/page-paths.ts';
import type { ComponentType } from 'react';

/** Loads a module that exports the page as `Page`, at the first visit or ahead of it. */
export type LoadPage = () => Promise<{ Page: ComponentType }>;

/** Loads a module whose export `Part` is shown on pages of other features. If it cannot be loaded, nothing is shown. */
export type LoadPart = () => Promise<{ Part: ComponentType }>;

interface BasePage {
  path: string;
  /** Name of the page, for use in a sentence. */
  name: string;
  load: LoadPage;
}

/** A page with its own header and footer. */
export interface FullPage extends BasePage {
  /** Whether signed-in users are redirected to their start page. */
  isForVisitorsOnly?: boolean;
}

export interface PlayerPage extends BasePage {
  /** Requests the page's data while its script is loading. The page itself reports errors. */
  read?: (address: { search: URLSearchParams; params: Readonly<Record<string, string | undefined>> }) => void;
  /** Whether the page has its own back link and no bottom navigation. */
  isFocused?: boolean;
  /** Position among the pages whose scripts are preloaded, from 1. */
  preload?: number;
}

/** Addresses of the tabs. */
export type Tab = (typeof paths)['dashboard' | 'auctions' | 'games' | 'heists'];

/** What the players' layout reads of the route of a page. */
export type PageHandle = Pick<PlayerPage, 'isFocused'> & Pick<Feature, 'tab'>;

export interface OperatorPage extends BasePage {
  /** Below /admin. */
  path: string;
  /** In the links, and above the page. */
  name: string;
  /** Whether the page is missing in the console's navigation. */
  isHidden?: boolean;
  /** The page of one item of the list, at PATH/:id. Its heading is the name of the item. */
  item?: LoadPage;
}

/** Declares a page; the list that it stands in says of which kind it is. */
export const page = <Page extends BasePage>(
  path: string,
  name: string,
  load: LoadPage,
  more?: Omit<Page, keyof BasePage>,
): Page => ({ path, name, load, ...more }) as Page;

/** A list of the console whose module also exports the page of one item. */
export const listAndItem = (
  path: string,
  name: string,
  loadBoth: () => Promise<{ Page: ComponentType; ItemPage: ComponentType }>,
): OperatorPage => page(path, name, loadBoth, { item: async () => ({ Page: (await loadBoth()).ItemPage }) });

/** What other features show on the wallet's home. */
export interface HomePart {
  /**
   * `welcome`: above everything, for new players. `starters`: beside it, for new players. `live`: beside the balance on a
   * desktop, below it on a phone.
   */
  place: 'welcome' | 'starters' | 'live';
  load: LoadPart;
  /** The height of its skeleton, kept free while its script loads. */
  loadingClass?: string;
}

/**
 * A feature's manifest, exported by its index.ts, which is in the first bundle; those without other code there stand in
 * page-features.ts. The links to their pages are in app/layouts/navigation.tsx, which is loaded with the players' layout; a
 * feature's own navigation.tsx has what stands beside them.
 */
export interface Feature {
  /** Address of the tab that is marked on its pages; by default More. */
  tab?: Tab;
  fullPages?: readonly FullPage[];
  /** Pages that visitors and signed-in users may read, below the public header. */
  publicPages?: readonly BasePage[];
  pages?: readonly PlayerPage[];
  operatorPages?: readonly OperatorPage[];
  /** Keys of the queries that are reloaded when the user receives a notice. */
  noticeQueries?: readonly string[];
  /** Part of the prediction's card on the page of games. */
  gamesPart?: LoadPart;
  /** Parts of the wallet's home. */
  homeParts?: readonly HomePart[];
  /** Part on the pages of plays. */
  playPart?: LoadPart;
  /** Part above every page of a suspended player (S10). */
  suspendedPart?: LoadPart;
  /** Part above every page of the console. */
  operatorNotice?: LoadPart;
  /** S8a: the sheet for the identity confirmation. */
  identitySheet?: LoadPart;
}
