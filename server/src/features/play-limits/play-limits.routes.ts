import {
  PlayLimits,
  PlayLimitsBody,
  PlaySession,
  SelfExclusionBody,
  TimeOutBody,
} from '@copup/shared/play-limits.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import type { AllFeatures } from '../../feature.ts';
import { changeLimits } from './change-limits.ts';
import { readPlaySession } from './play-time.ts';
import { listLeads, readPlayLimits } from './read-play-limits.ts';
import { excludeSelf, takeTimeOut } from './take-break.ts';

const tags = ['responsible play'];
const read = { access: 'player', limit: 'read' } as const;
const write = { access: 'player', limit: 'playLimits' } as const;
const response = { 200: PlayLimits };

/** Limits, breaks and the reminder of the signed-in player (G1 to G3). */
export const playLimitsRoutes =
  (deps: Pick<Deps, 'db' | 'settings' | 'google'>, all: AllFeatures): FastifyPluginAsyncZod =>
  async (app) => {
    const readOwn = async (userId: string): Promise<PlayLimits> => {
      const [limits, leads] = await Promise.all([
        readPlayLimits(deps.db, userId),
        listLeads(deps.db, all, userId),
      ]);
      return { ...limits, leads };
    };

    app.get(
      '/user/limits',
      {
        config: read,
        schema: { tags, summary: 'Own limits, break and result of this month', response },
      },
      ({ viewer }) => readOwn(viewer.userId),
    );

    app.put(
      '/user/limits',
      {
        config: write,
        schema: {
          tags,
          summary: 'Changes limits: a lower one at once, a higher one or none after 24 hours (G1)',
          body: PlayLimitsBody,
          response,
        },
      },
      async ({ viewer, body }) => {
        await changeLimits(deps, viewer, body);
        return readOwn(viewer.userId);
      },
    );

    app.post(
      '/user/time-out',
      {
        config: { ...write, errors: ['BREAK_IS_LONGER'] },
        schema: {
          tags,
          summary: 'Takes a time-out of 1 to 42 days, which cannot be shortened (G2)',
          body: TimeOutBody,
          response,
        },
      },
      async ({ viewer, body }) => {
        await takeTimeOut(deps, viewer, body.days);
        return readOwn(viewer.userId);
      },
    );

    app.post(
      '/user/self-exclusion',
      {
        config: { ...write, errors: ['BREAK_IS_LONGER', 'REAUTH_NEEDED'] },
        schema: {
          tags,
          summary: 'Excludes the player from play for 6 months or for good; cannot be undone (G2)',
          body: SelfExclusionBody,
          response,
        },
      },
      async ({ viewer, body }) => {
        await excludeSelf(deps, viewer, body);
        return readOwn(viewer.userId);
      },
    );

    app.get(
      '/user/play-session',
      {
        config: read,
        schema: {
          tags,
          summary: 'Time played without a longer pause, and the result of that time (G3)',
          response: { 200: PlaySession },
        },
      },
      ({ viewer }) => readPlaySession(deps.db, viewer.userId),
    );
  };
