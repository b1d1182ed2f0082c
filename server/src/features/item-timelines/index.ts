import type { Feature } from '../../feature.ts';
import { itemRoomKind } from './item.room.ts';
import { itemTimelinesRoutes } from './item-timelines.routes.ts';

/** What happened to one item, for operators (O1). The features of the items contribute the entries. */
export const itemTimelines: Feature = {
  name: 'item-timelines',
  build: (deps, all) => ({
    routes: [itemTimelinesRoutes(deps, all)],
    roomKinds: [itemRoomKind(deps, all)],
  }),
};
