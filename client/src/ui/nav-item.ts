import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface NavItem {
  to: string;
  name: string;
  Icon: LucideIcon;
  /** Content at the right end if there is space, such as a count. */
  aside?: ReactNode;
}
