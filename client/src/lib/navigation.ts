import type { NavItem } from '../ui/nav-item.ts';
import type { Tab } from './feature.ts';

/** `place` orders the links of all features, from 1. */
export type PlacedLink = NavItem & { place: number };

/** The links of a feature in the players' layout, as the export of its navigation.tsx. */
export interface Navigation {
  /** Always visible. */
  main?: readonly (PlacedLink & { to: Tab })[];
  /** Behind "More" on a phone. */
  more?: readonly PlacedLink[];
  /** In the side menu. */
  menu?: readonly PlacedLink[];
  /** Pages that show something without a network. */
  saved?: readonly PlacedLink[];
}
