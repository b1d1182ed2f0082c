import { fairnessCalls } from '@copup/shared/calls/fairness.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { findClientSeed, setClientSeed } from '../../fairness/client-seeds.ts';
import type { Feature, ReadProof } from '../../feature.ts';
import { routes } from '../../routes.ts';

/** The caller's proofs and seed (F1). Each feature with draws reads its own proofs. */
const fairnessRoutes = (deps: Pick<Deps, 'db'>, proofOf: (kind: string) => ReadProof | undefined) =>
  routes(fairnessCalls, {
    'GET /fairness/:kind/:id': async ({ viewer, params }) => {
      const proof = await proofOf(params.kind)?.(viewer, params.id);
      if (!proof) throw new Refusal('NOT_FOUND', 'There is no proof with this number.');
      return proof;
    },

    'GET /fairness/client-seed': async ({ viewer }) => ({
      client_seed: await findClientSeed(deps, viewer.userId),
    }),

    'PUT /fairness/client-seed': async ({ viewer, body }) => {
      await setClientSeed(deps, viewer.userId, body.client_seed);
      return body;
    },
  });

export const fairness: Feature = {
  name: 'fairness',
  build: (deps, all) => ({ routes: [fairnessRoutes(deps, (kind) => all.proofOf(kind))] }),
};
