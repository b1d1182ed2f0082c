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
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { cancelSubject } from '../../subjects/cancel-subject.ts';
import type { SettleDeps } from '../../subjects/subject-kind.ts';
import { changeSubjectImage } from '../../subjects/write-subject.ts';
import { pictureLimits, readPicture } from '../../uploads/read-picture.ts';
import { findAuctionForOperators, listAuctionsForOperators } from './auctions.admin.queries.ts';
import { auctionNotFound } from './auctions.errors.ts';
import { auctionKind } from './auctions.subject.ts';
import { toAdminAuction } from './auctions.wire.ts';
import { createAuction } from './create-auction.ts';
import { editAuction } from './edit-auction.ts';

type AdminDeps = SettleDeps & Pick<Deps, 'db' | 'jobs' | 'randomBytes' | 'uploads'>;

const tags = ['operators: auctions'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/auctions (O3). */
export const auctionsAdminRoutes =
  (deps: AdminDeps): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart, { limits: pictureLimits });

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
          description: listDescription,
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
      {
        config: { ...config, errors: ['AUCTION_NOT_FOUND'] },
        schema: { tags, summary: 'One auction', params: IdParams, response: { 200: AdminAuction } },
      },
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
        config: { ...config, errors: ['AUCTION_NOT_FOUND', 'AUCTION_NOT_EDITABLE'] },
        schema: {
          tags,
          summary: 'Edits an auction: all of it while pending, its words while live',
          params: IdParams,
          body: EditAuctionBody,
          response: { 200: AdminAuction },
        },
      },
      async ({ viewer, params, body }) => {
        await editAuction(deps, { id: params.id, operatorId: viewer.userId }, body);
        return getAuction(params.id);
      },
    );

    app.post(
      '/admin/auctions/:id/cancel',
      {
        config: { ...config, needsRecentSignIn: true, errors: ['AUCTION_NOT_FOUND', 'AUCTION_NOT_EDITABLE'] },
        schema: {
          tags,
          summary: 'Cancels an auction: hold released, entries refunded (A8)',
          params: IdParams,
          body: CancelAuctionBody,
          response: { 200: AdminAuction },
        },
      },
      async ({ viewer, params, body }) => {
        const { reason } = body;
        await cancelSubject(deps, auctionKind, { id: params.id, operatorId: viewer.userId, reason });
        return getAuction(params.id);
      },
    );

    app.post(
      '/admin/auctions/:id/image',
      {
        config: { ...config, errors: ['AUCTION_NOT_FOUND', 'AUCTION_NOT_EDITABLE', 'BAD_IMAGE'] },
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
        const image = await deps.uploads.storeImage(await readPicture(request));
        let replaced: string | null;
        try {
          const command = { id: params.id, operatorId: viewer.userId };
          ({ replaced } = await changeSubjectImage(deps, auctionKind, command, image));
        } catch (error) {
          await deps.uploads.removeImage(image);
          throw error;
        }
        if (replaced !== null) await deps.uploads.removeImage(replaced);
        return getAuction(params.id);
      },
    );
  };
