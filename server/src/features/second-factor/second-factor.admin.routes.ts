import { secondFactorAdminCalls } from '@copup/shared/calls/second-factor.ts';
import type { FactorState } from '@copup/shared/second-factor.ts';
import type { Deps } from '../../deps.ts';
import { routes } from '../../routes.ts';
import { findFactor } from '../../second-factor/second-factor.queries.ts';
import { mustEnrol } from '../../sessions/recent-sign-in.ts';
import { beginEnrolment, confirmEnrolment, disableFactor, renewRecoveryCodes } from './enrol.ts';
import { requestFactorReset } from './request-reset.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'log' | 'settings' | 'randomBytes' | 'sessions' | 'mail'>;

/** /api/admin/second-factor: the operator's own factor, and requests to reset another operator's (S8a). */
export const secondFactorAdminRoutes = (deps: FactorDeps) => {
  const readState = async (viewer: { userId: string; role: 0 | 1 }): Promise<FactorState> => {
    const factor = await findFactor(deps.db, viewer.userId);
    return {
      since: factor?.since.toISOString() ?? null,
      recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
      must_enrol: mustEnrol(deps, { ...viewer, hasSecondFactor: factor !== undefined }),
    };
  };

  return routes(secondFactorAdminCalls, {
    'GET /admin/second-factor': ({ viewer }) => readState(viewer),

    'POST /admin/second-factor/enrol': ({ viewer }) => beginEnrolment(deps, viewer),

    'POST /admin/second-factor/confirm': ({ viewer, body }) => confirmEnrolment(deps, viewer, body.code),

    'POST /admin/second-factor/recovery-codes': ({ viewer, body }) =>
      renewRecoveryCodes(deps, viewer, body.code),

    'POST /admin/second-factor/disable': async ({ viewer, body }) => {
      await disableFactor(deps, viewer, body.code);
      return readState(viewer);
    },

    'POST /admin/users/:id/reset-second-factor': async ({ viewer, params, body }, reply) => {
      const request = { userId: params.id, operatorId: viewer.userId, reason: body.reason };
      return reply.code(202).send(await requestFactorReset(deps, request));
    },
  });
};
