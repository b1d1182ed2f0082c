import { MonitorSmartphone } from 'lucide-react';
import type { Navigation } from '../../lib/navigation.ts';
import { sessionPaths } from './paths.ts';

export const ownSessionsNavigation: Navigation = {
  menu: [{ place: 6, to: sessionPaths.sessions, name: 'Signed-in devices', Icon: MonitorSmartphone }],
};
