import { ApprovalPending } from '@copup/shared/admin.ts';
import {
  FactorCodeBody,
  FactorState,
  NewFactor,
  RecoveryCodes,
  ResetFactorBody,
} from '@copup/shared/second-factor.ts';
import { UuidParams } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { mustEnrol } from '../../second-factor/must-enrol.ts';
import { findFactor } from '../../second-factor/second-factor.queries.ts';
import { beginEnrolment, confirmEnrolment, disableFactor, renewRecoveryCodes } from './enrol.ts';
import { requestFactorReset } from './request-reset.ts';

type FactorDeps = Pick<Deps, 'db' | 'config' | 'log' | 'settings' | 'randomBytes' | 'sessions' | 'mail'>;

const tags = ['operators: second factor'];
/** The configuration of routes for an operator who must enrol first. */
const whileEnrolling = { access: 'operator', limit: 'admin', isForEnrolment: true } as const;

/** /api/admin/second-factor: the operator's own factor, and requests to reset another operator's (S8a). */
export const secondFactorAdminRoutes =
  (deps: FactorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    const readState = async (viewer: { userId: string; role: 0 | 1 }): Promise<FactorState> => {
      const factor = await findFactor(deps.db, viewer.userId);
      return {
        since: factor?.since.toISOString() ?? null,
        recovery_codes_left: factor?.recoveryCodesLeft ?? 0,
        must_enrol: mustEnrol(deps, { ...viewer, hasSecondFactor: factor !== undefined }),
      };
    };

    app.get(
      '/admin/second-factor',
      {
        config: whileEnrolling,
        schema: { tags, summary: 'Your own second factor', response: { 200: FactorState } },
      },
      ({ viewer }) => readState(viewer),
    );

    app.post(
      '/admin/second-factor/enrol',
      {
        config: { ...whileEnrolling, errors: ['SECOND_FACTOR_EXISTS'] },
        schema: { tags, summary: 'Starts an enrolment with a new secret', response: { 200: NewFactor } },
      },
      ({ viewer }) => beginEnrolment(deps, viewer),
    );

    app.post(
      '/admin/second-factor/confirm',
      {
        config: {
          ...whileEnrolling,
          limit: 'confirm',
          errors: ['WRONG_CODE', 'SECOND_FACTOR_EXISTS', 'NO_SECOND_FACTOR'],
        },
        schema: {
          tags,
          summary: 'Confirms the enrolment with a code; the recovery codes are shown once',
          body: FactorCodeBody,
          response: { 200: RecoveryCodes },
        },
      },
      ({ viewer, body }) => confirmEnrolment(deps, viewer, body.code),
    );

    app.post(
      '/admin/second-factor/recovery-codes',
      {
        config: { ...whileEnrolling, limit: 'confirm', errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'] },
        schema: {
          tags,
          summary: 'Replaces the recovery codes; the new ones are shown once',
          body: FactorCodeBody,
          response: { 200: RecoveryCodes },
        },
      },
      ({ viewer, body }) => renewRecoveryCodes(deps, viewer, body.code),
    );

    app.post(
      '/admin/second-factor/disable',
      {
        config: { ...whileEnrolling, limit: 'confirm', errors: ['WRONG_CODE', 'NO_SECOND_FACTOR'] },
        schema: {
          tags,
          summary: 'Removes your own second factor, with one of its codes',
          body: FactorCodeBody,
          response: { 200: FactorState },
        },
      },
      async ({ viewer, body }) => {
        await disableFactor(deps, viewer, body.code);
        return readState(viewer);
      },
    );

    app.post(
      '/admin/users/:id/reset-second-factor',
      {
        config: {
          access: 'operator',
          limit: 'admin',
          errors: ['USER_NOT_FOUND', 'OWN_BENEFIT', 'NO_SECOND_FACTOR', 'ALREADY_REQUESTED'],
        },
        schema: {
          tags,
          summary:
            "Requests the reset of another operator's lost factor, which a second operator has to approve",
          params: UuidParams,
          body: ResetFactorBody,
          response: { 202: ApprovalPending },
        },
      },
      async ({ viewer, params, body }, reply) => {
        const request = { userId: params.id, operatorId: viewer.userId, reason: body.reason };
        return reply.code(202).send(await requestFactorReset(deps, request));
      },
    );
  };
