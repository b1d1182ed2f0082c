import type { SignedInClient } from '@copup/testkit/app.ts';
import { type ApiClient, type ApiReply, accepted } from '@copup/testkit/client.ts';
import { auctionKind } from '../src/features/auctions/auctions.subject.ts';
import { defineContestSubject } from '../src/features/contests/contests.subject.ts';
import { heistKind } from '../src/features/heists/heists.subject.ts';
import type { SubjectKind } from '../src/subjects/subject-kind.ts';
import { openPlayWorld, type PlayWorld } from './play-world.ts';

const kinds = {
  auction: auctionKind,
  contest: defineContestSubject(() => false),
  heist: heistKind,
} as unknown as Record<string, SubjectKind<never>>;
export const subjectNames = Object.keys(kinds);

/** Offers the same calls for each kind of subject, by its name. */
export async function openSubjectTable() {
  const world = await openPlayWorld();
  const create: Record<string, (over: object) => Promise<number>> = {
    auction: world.auction,
    contest: world.contest,
    heist: async (over) => (await world.create(over)).id,
  };
  const enter: Record<string, (client: ApiClient, id: number) => Promise<ApiReply>> = {
    auction: world.enter,
    contest: world.join,
    heist: (client, id) => world.buy(client, id),
  };
  const kindOf = (name: string) => kinds[name] as SubjectKind<never>;
  const pathOf = (name: string, id: number, action = '') => `/admin/${name}s/${id}${action && `/${action}`}`;
  return {
    ...world,
    kindOf,
    roomOf: (name: string, id: number) => `${name === 'contest' ? 'tap' : name}:${id}`,
    create: (name: string, over: object = {}): Promise<number> => create[name]?.(over) ?? Promise.reject(),
    async enter(name: string, id: number, coins = 100): Promise<SignedInClient> {
      const client = await world.player(coins);
      accepted((await enter[name]?.(client, id)) as ApiReply);
      return client;
    },
    get: async (name: string, id: number) => (await world.operator.get(pathOf(name, id))).body,
    act: (name: string, id: number, action: string, body: object, by: ApiClient = world.operator) =>
      by.post(pathOf(name, id, action), body),
    coinsOf: async (client: SignedInClient) => (await client.get('/user/profile')).body.bid_points as number,
  };
}

export type SubjectTable = Awaited<ReturnType<typeof openSubjectTable>> & Pick<PlayWorld, 'query'>;
