import { paths } from '@copup/shared/page-paths.ts';
import { MonitorSmartphone } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';

export const ownSessionsNavigation: Navigation = {
  menu: [{ place: 6, to: paths.sessions, name: 'Signed-in devices', Icon: MonitorSmartphone }],
};
