import {
  ClientSeedBody,
  ClientSeedReply,
  FairnessParams,
  FairnessReply,
  OwnClientSeed,
} from '@copup/shared/fairness-calls.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { findClientSeed, setClientSeed } from '../../fairness/client-seeds.ts';
import type { ReadProof } from '../../feature.ts';

const tags = ['fair draws'];

/** The caller's proofs and seed (F1). Each feature with draws reads its own proofs. */
export const fairnessRoutes =
  (deps: Pick<Deps, 'db'>, proofOf: (kind: string) => ReadProof | undefined): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/fairness/:kind/:id',
      {
        config: { access: 'user', limit: 'read', errors: ['NOT_FOUND'] },
        schema: {
          tags,
          summary: 'The commitments and draws of a game or a heist, with the seeds once they are revealed',
          params: FairnessParams,
          response: { 200: FairnessReply },
        },
      },
      async ({ viewer, params }) => {
        const proof = await proofOf(params.kind)?.(viewer, params.id);
        if (!proof) throw new Refusal('NOT_FOUND', 'There is no proof with this number.');
        return proof;
      },
    );

    app.get(
      '/fairness/client-seed',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: "The caller's seed, which goes into the draws to come",
          response: { 200: OwnClientSeed },
        },
      },
      async ({ viewer }) => ({ client_seed: await findClientSeed(deps, viewer.userId) }),
    );

    app.put(
      '/fairness/client-seed',
      {
        config: { access: 'user', limit: 'write' },
        schema: {
          tags,
          summary: "Sets the caller's seed, for every game in which they have not drawn yet",
          body: ClientSeedBody,
          response: { 200: ClientSeedReply },
        },
      },
      async ({ viewer, body }) => {
        await setClientSeed(deps, viewer.userId, body.client_seed);
        return body;
      },
    );
  };
