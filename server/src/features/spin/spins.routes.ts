import { spinsCalls } from '@copup/shared/calls/spin.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { readOperatorsDay, readSpinState } from './read-spin.ts';
import { type SpinDeps, spinWheel } from './spin-wheel.ts';
import { unlockSpin } from './unlock-spin.ts';

/** The wheel of a player (B1, B5). */
export const spinsRoutes = (deps: SpinDeps & Pick<Deps, 'randomBytes'>) =>
  routes(spinsCalls, {
    'GET /user/spin': ({ viewer }) => readSpinState(deps, viewer),

    'POST /user/spin/unlock': async ({ viewer, body }) => {
      await unlockSpin(deps, { userId: viewer.userId, passcode: body.passcode });
      return readSpinState(deps, viewer);
    },

    'POST /user/spin': ({ viewer, key }) => spinWheel(deps, { viewer, key }),

    'GET /admin/spins/today': () => readOperatorsDay(deps),
  });
