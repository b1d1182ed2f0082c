import { todayCalls } from '@copup/shared/calls/today.ts';
import type { Feature } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { readToday } from './read-today.ts';

/** The block `Today` of the wallet's home (W24). */
export const today: Feature = {
  name: 'today',
  build: ({ db }) => ({
    routes: [routes(todayCalls, { 'GET /user/today': ({ viewer }) => readToday(db, viewer.userId) })],
  }),
};
