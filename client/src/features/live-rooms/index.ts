import { operatorPaths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const liveRooms: Feature = {
  operatorPages: [
    page(operatorPaths.rooms, 'Live rooms', () => import('./live-rooms.tsx'), {
      item: () => import('./trace/room-trace-page.tsx'),
    }),
  ],
};
