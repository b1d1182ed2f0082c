import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A place the navigation leads to. */
export interface NavItem {
  to: string;
  name: string;
  Icon: LucideIcon;
  /** At its right end where there is room: a count, or what is live there. */
  aside?: ReactNode;
}
