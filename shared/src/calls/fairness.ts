import { defineCalls } from '../call.ts';
import {
  ClientSeedBody,
  ClientSeedReply,
  FairnessParams,
  FairnessReply,
  OwnClientSeed,
} from '../fairness-calls.ts';

/** The caller's proofs and seed (F1). Each feature with draws reads its own proofs. */
export const fairnessCalls = defineCalls('fair draws', {
  'GET /fairness/:kind/:id': {
    summary: 'The commitments and draws of a game or a heist, with the seeds once they are revealed',
    errors: ['NOT_FOUND'],
    params: FairnessParams,
    reply: FairnessReply,
  },
  'GET /fairness/client-seed': {
    summary: "The caller's seed, which goes into the draws to come",
    reply: OwnClientSeed,
  },
  'PUT /fairness/client-seed': {
    summary: "Sets the caller's seed, for every game in which they have not drawn yet",
    body: ClientSeedBody,
    reply: ClientSeedReply,
  },
});
