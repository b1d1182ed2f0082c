import { AdminPackage, EditPackageBody, NewPackageBody } from '@copup/shared/shop.ts';
import { IdParams, ListQuery } from '@copup/shared/wire.ts';
import multipart from '@fastify/multipart';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { contentRange, listDescription } from '../../operators/operator-list.ts';
import { readPicture } from '../../uploads/read-picture.ts';
import { createPackage, editPackage, replacePackagePicture } from './edit-package.ts';
import { findPackage, listPackages } from './packages.queries.ts';
import { toAdminPackage } from './packages.wire.ts';
import { packageNotFound } from './shop.errors.ts';

const tags = ['operators: coin shop'];
const config = { access: 'operator', limit: 'admin' } as const;

/** /api/admin/packages (O3): what the coin shop sells. Packages are switched off, never deleted. */
export const packagesAdminRoutes =
  (deps: Pick<Deps, 'db' | 'settings' | 'uploads'>): FastifyPluginAsyncZod =>
  async (app) => {
    await app.register(multipart);

    app.get(
      '/admin/packages',
      {
        config,
        schema: {
          tags,
          summary: 'All packages; the total is in Content-Range',
          description: listDescription,
          querystring: ListQuery,
          response: { 200: z.array(AdminPackage) },
        },
      },
      async ({ query }, reply) => {
        const { rows, total } = await listPackages(deps.db, query);
        reply.header('content-range', contentRange('packages', query, rows.length, total));
        return rows.map(toAdminPackage);
      },
    );

    app.get(
      '/admin/packages/:id',
      {
        config: { ...config, errors: ['PACKAGE_NOT_FOUND'] },
        schema: { tags, summary: 'One package', params: IdParams, response: { 200: AdminPackage } },
      },
      async ({ params }) => {
        const row = await findPackage(deps.db, params.id);
        if (!row) throw packageNotFound();
        return toAdminPackage(row);
      },
    );

    app.post(
      '/admin/packages',
      {
        config: { ...config, errors: ['PRICE_TOO_LOW'] },
        schema: { tags, summary: 'Creates a package', body: NewPackageBody, response: { 201: AdminPackage } },
      },
      async ({ viewer, body }, reply) =>
        reply.code(201).send(toAdminPackage(await createPackage(deps, viewer.userId, body))),
    );

    app.put(
      '/admin/packages/:id',
      {
        config: { ...config, errors: ['PACKAGE_NOT_FOUND', 'PRICE_TOO_LOW'] },
        schema: {
          tags,
          summary: 'Changes the given fields of a package',
          params: IdParams,
          body: EditPackageBody,
          response: { 200: AdminPackage },
        },
      },
      async ({ viewer, params, body }) =>
        toAdminPackage(await editPackage(deps, { id: params.id, operatorId: viewer.userId, body })),
    );

    app.post(
      '/admin/packages/:id/image',
      {
        config: { ...config, errors: ['PACKAGE_NOT_FOUND', 'BAD_IMAGE'] },
        schema: {
          tags,
          summary:
            'Replaces the picture of the package: multipart/form-data with one PNG, JPEG or WebP of at most 2 MB',
          params: IdParams,
          consumes: ['multipart/form-data'],
          response: { 200: AdminPackage },
        },
      },
      async (request) => {
        const { viewer, params } = request;
        if (!(await findPackage(deps.db, params.id))) throw packageNotFound();
        const picture = await readPicture(request);
        return toAdminPackage(
          await replacePackagePicture(deps, { id: params.id, operatorId: viewer.userId }, picture),
        );
      },
    );
  };
