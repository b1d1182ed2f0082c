import type { ApprovalPending } from '@copup/shared/admin.ts';
import type { ListQuery } from '@copup/shared/wire.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Refusal } from '../errors.ts';
import type { Viewer } from '../sessions/sessions.ts';
import { contentRange } from './operator-list.ts';

type Page = z.output<typeof ListQuery>;
/** Reads a page of a list as this operator sees it, with the total. */
type ReadPage<Query, Reply> = (query: Query, viewer: Viewer) => Promise<{ rows: Reply[]; total: number }>;

/** Handles the call of an operators' list, whose name is in Content-Range (O3). */
export const listed =
  <Query extends Page, Reply>(name: string, read: ReadPage<Query, Reply>) =>
  async ({ query, viewer }: { query: Query; viewer: Viewer }, reply: FastifyReply): Promise<Reply[]> => {
    const { rows, total } = await read(query, viewer);
    reply.header('content-range', contentRange(name, query, rows.length, total));
    return rows;
  };

/** What an operator does with one record. */
export interface Command<Body, Id = number> {
  id: Id;
  operatorId: string;
  /** The Idempotency-Key (P6). */
  key: string | undefined;
  body: Body;
}
interface ActionRequest<Body, Id> {
  params: { id: Id };
  viewer: Viewer;
  key: string | undefined;
  body: Body;
}

/** Handles an action: replies with the record as it is afterwards, or with what waits for a second operator (O3a). */
export const acted =
  <Body, Id = number>(
    run: (command: Command<Body, Id>) => Promise<ApprovalPending | undefined> | Promise<void>,
    get: (id: Id, viewer: Viewer) => Promise<unknown>,
  ) =>
  async ({ params: { id }, viewer, key, body }: ActionRequest<Body, Id>, reply: FastifyReply) => {
    const pending = await run({ id, operatorId: viewer.userId, key, body });
    return pending ? reply.code(202).send(pending) : reply.code(200).send(await get(id, viewer));
  };

interface Records<Query, Reply, Id> {
  list: ReadPage<Query, Reply>;
  find(id: Id, viewer: Viewer): Promise<Reply | undefined>;
  notFound(): Refusal;
}

/** Returns the handlers of the calls with which operators read records. `get` reads one for the reply of an action. */
export function recordHandlers<Query extends Page, Reply, Id = number>(
  name: string,
  { list, find, notFound }: Records<Query, Reply, Id>,
) {
  async function get(id: Id, viewer: Viewer): Promise<Reply> {
    const found = await find(id, viewer);
    if (!found) throw notFound();
    return found;
  }
  const read = {
    'GET /': listed(name, list),
    'GET /:id': ({ params, viewer }: { params: { id: Id }; viewer: Viewer }) => get(params.id, viewer),
  };
  return { get, read };
}
