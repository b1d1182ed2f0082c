import type { ComponentType } from 'react';

/** A module whose export `Page` is the page. Loaded when the page is first visited, or ahead of it. */
export type LoadPage = () => Promise<{ Page: ComponentType }>;

/** Loads a module whose export `Part` is shown on pages of other features. If it cannot be loaded, nothing is shown. */
export type LoadPart = () => Promise<{ Part: ComponentType }>;

interface BasePage {
  path: string;
  /** What the page is called in a sentence. */
  name: string;
  load: LoadPage;
}

/** A page with its own header and footer. */
export interface FullPage extends BasePage {
  /** Whether signed-in users are redirected to their start page. */
  isForVisitorsOnly?: boolean;
}

export interface PlayerPage extends BasePage {
  /** Reads what the page shows while its script is on the way. The page itself reports what fails. */
  read?: (address: { search: URLSearchParams; params: Readonly<Record<string, string | undefined>> }) => void;
  /** Has its own way back and no navigation at the bottom. */
  isFocused?: boolean;
  /** Its place among the pages whose scripts are loaded ahead, from 1. */
  preload?: number;
}

export interface OperatorPage extends BasePage {
  /** Below /admin. */
  path: string;
  /** In the links, and above the page. */
  name: string;
  /** Not among the links at the top. */
  isHidden?: boolean;
}

/**
 * A feature's manifest, exported by its index.ts, which is in the first bundle. Navigation entries are in its
 * navigation.tsx, which is loaded with the players' layout.
 */
export interface Feature {
  fullPages?: readonly FullPage[];
  /** Pages that visitors and signed-in users may read, below the public header. */
  publicPages?: readonly BasePage[];
  pages?: readonly PlayerPage[];
  operatorPages?: readonly OperatorPage[];
  /** Keys of the queries that are reloaded when the user receives a notice. */
  noticeQueries?: readonly string[];
  /** Part beside the wallet on a desktop. */
  walletAside?: LoadPart;
  /** Part above every page of the console. */
  operatorNotice?: LoadPart;
  /** S8a: the sheet for the identity confirmation. */
  identitySheet?: LoadPart;
}
