import type { ComponentType } from 'react';

/** A module whose export `Page` is the page. Loaded when the page is first visited, or ahead of it. */
export type LoadPage = () => Promise<{ Page: ComponentType }>;

export interface PlayerPage {
  path: string;
  /** What the page is called in a sentence. */
  name: string;
  load: LoadPage;
  /** Reads what the page shows while its script is on the way. The page itself reports what fails. */
  read?: (address: { search: URLSearchParams; params: Readonly<Record<string, string | undefined>> }) => void;
  /** Has its own way back and no navigation at the bottom. */
  isFocused?: boolean;
  /** Its place among the pages whose scripts are loaded ahead, from 1. */
  preload?: number;
}

export interface OperatorPage {
  /** Below /admin. */
  path: string;
  name: string;
  load: LoadPage;
  /** Not among the links at the top. */
  isHidden?: boolean;
}

/** What a feature gives to the app, as the default of its index.ts. Navigation entries are in its navigation.tsx. */
export interface Feature {
  pages?: readonly PlayerPage[];
  operatorPages?: readonly OperatorPage[];
}
