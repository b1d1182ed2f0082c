import { operatorPaths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const liveRooms: Feature = {
  operatorPages: [
    {
      path: operatorPaths.rooms,
      name: 'Live rooms',
      load: () => import('./live-rooms.tsx'),
      item: () => import('./trace/room-trace-page.tsx'),
    },
  ],
};
