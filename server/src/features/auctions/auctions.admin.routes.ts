import {
  AdminAuction,
  AdminAuctionsQuery,
  CancelAuctionBody,
  EditAuctionBody,
  NewAuctionBody,
} from '@copup/shared/auctions.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { contentRange } from '../../lists/operator-list.ts';
import { MAX_IMAGE_BYTES } from '../../uploads/uploads.ts';
import { findAuctionForOperators, listAuctionsForOperators } from './auctions.admin.queries.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { toAdminAuction } from './auctions.wire.ts';
import { cancelAuction } from './cancel-auction.ts';
import type { CloseDeps } from './close-auction.ts';
import { createAuction } from './create-auction.ts';
import { changeImage, editAuction } from './edit-auction.ts';

type AdminDeps = CloseDeps & Pick<Deps, 'db' | 'jobs' | 'settings' | 'randomBytes' | 'uploads'>;

const tags = ['operators: auctions'];
const config = { access: 'operator', limit: 'admin' } as const;
/** The picture and what multipart puts around it. */
const IMAGE_BODY_LIMIT = MAX_IMAGE_BYTES + 16 * 1024;

/** /api/admin/auctions (O3). */
export const auctionsAdminRoutes =
  (deps: AdminDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart, {
      limits: { files: 1, fields: 4, parts: 5, fileSize: MAX_IMAGE_BYTES, fieldSize: 1_024, headerPairs: 20 },
    });

    const getAuction = async (id: number): Promise<z.output<typeof AdminAuction>> => {
      const row = await findAuctionForOperators(deps.db, id);
      if (!row) throw auctionNotFound();
      return toAdminAuction(row);
    };

    app.get(
      '/admin/auctions',
      {
        config,
        schema: {
          tags,
          summary: 'Auctions of all realms; the total is in Content-Range',
          querystring: ListQuery.extend(AdminAuctionsQuery.shape),
          response: { 200: z.array(AdminAuction) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listAuctionsForOperators(deps.db, query);
        reply.header('content-range', contentRange('auctions', query, rows.length, total));
        return rows.map(toAdminAuction);
      },
    );

    app.get(
      '/admin/auctions/:id',
      { config, schema: { tags, summary: 'One auction', params: IdParams, response: { 200: AdminAuction } } },
      ({ params }) => getAuction(params.id),
    );

    app.post(
      '/admin/auctions',
      {
        config,
        schema: {
          tags,
          summary: 'Creates an auction, live at once when its start is not in the future',
          body: NewAuctionBody,
          response: { 201: AdminAuction },
        },
      },
      async ({ viewer, body }, reply) => {
        const row = await createAuction(deps, body, viewer.userId);
        return reply.code(201).send(toAdminAuction(row));
      },
    );

    app.put(
      '/admin/auctions/:id',
      {
        config,
        schema: {
          tags,
          summary: 'Edits an auction: all of it while pending, its words while live',
          params: IdParams,
          body: EditAuctionBody,
          response: { 200: AdminAuction },
        },
      },
      async ({ viewer, params, body }) => {
        await editAuction(deps, { auctionId: params.id, operatorId: viewer.userId, edit: body });
        return getAuction(params.id);
      },
    );

    app.post(
      '/admin/auctions/:id/cancel',
      {
        config,
        schema: {
          tags,
          summary: 'Cancels an auction: hold released, entries refunded (A8)',
          params: IdParams,
          body: CancelAuctionBody,
          response: { 200: AdminAuction },
        },
      },
      async ({ viewer, params, body }) => {
        await cancelAuction(deps, { auctionId: params.id, operatorId: viewer.userId, reason: body.reason });
        return getAuction(params.id);
      },
    );

    app.post(
      '/admin/auctions/:id/image',
      {
        config,
        bodyLimit: IMAGE_BODY_LIMIT,
        schema: {
          tags,
          summary:
            'Puts a picture on an auction: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB',
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: AdminAuction },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        await getAuction(params.id);
        if (!request.isMultipart()) {
          throw new Refusal('UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data.');
        }
        const image = await deps.uploads.storeImage(await readPicture(() => request.file()));
        let replaced: string | null;
        try {
          ({ replaced } = await changeImage(deps, {
            auctionId: params.id,
            operatorId: viewer.userId,
            image,
          }));
        } catch (error) {
          await deps.uploads.removeImage(image);
          throw error;
        }
        if (replaced !== null) await deps.uploads.removeImage(replaced);
        return getAuction(params.id);
      },
    );
  };

type OpenFile = () => Promise<{ toBuffer(): Promise<Buffer> } | undefined>;

/** Every fault of the body itself is the client's: too large, cut short, not what it says it is. */
async function readPicture(open: OpenFile): Promise<Buffer> {
  try {
    const file = await open();
    if (file) return await file.toBuffer();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE') {
      throw new Refusal('BODY_TOO_LARGE', 'A picture may have at most 2 MB.', { cause: error });
    }
    throw new Refusal('BAD_IMAGE', 'The picture could not be read.', { cause: error });
  }
  throw new Refusal('BAD_IMAGE', 'There is no picture in the request.');
}
