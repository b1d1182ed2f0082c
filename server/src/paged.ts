import type { FastifyReply } from 'fastify';
import type { Page } from './db/keyset.ts';

/** Returns the rows of a page and sets the cursor of the next one as a header of the reply (X1). */
export function paged<Row>(reply: FastifyReply, { rows, next }: Page<Row>): Row[] {
  if (next !== null) reply.header('x-next-cursor', next);
  return rows;
}
