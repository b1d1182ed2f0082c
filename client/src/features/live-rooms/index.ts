import type { Feature } from '../../lib/feature.ts';

export const liveRooms: Feature = {
  operatorPages: [{ path: 'rooms', name: 'Live rooms', load: () => import('./rooms-page.tsx') }],
};
