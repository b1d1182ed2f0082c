import type { FastifyReply } from 'fastify';

export interface PageOf {
  limit: number;
  /** Only subjects that follow this one in the list's order. */
  before?: number | undefined;
}

/** Removes the extra row beyond the limit and sets the cursor of the next page to the last remaining one. */
export function paged<Row extends { id: number }>(
  reply: FastifyReply,
  rows: Row[],
  { limit }: PageOf,
): Row[] {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) reply.header('x-next-cursor', String(last.id));
  return page;
}
