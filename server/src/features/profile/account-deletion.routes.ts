import { DeleteAccountBody, DeletionPreview } from '@copup/shared/people.ts';
import { Message } from '@copup/shared/wire.ts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { clientFactsOf } from '../../client-facts.ts';
import type { AllFeatures } from '../../feature.ts';
import { type DeletionDeps, deleteAccount, previewDeletion } from './delete-account.ts';

const tags = ['users'];

/** Deletion of the caller's own account (S7). */
export const accountDeletionRoutes =
  (deps: DeletionDeps, all: AllFeatures): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/user/deletion-preview',
      {
        config: { access: 'user', limit: 'read' },
        schema: {
          tags,
          summary: 'What prevents the deletion of the account, and the coins to forfeit',
          response: { 200: DeletionPreview },
        },
      },
      ({ viewer }) => previewDeletion(deps, all.deletions, viewer.userId),
    );

    app.delete(
      '/user/delete',
      {
        config: {
          access: 'user',
          limit: 'confirm',
          movesCoins: true,
          errors: ['WRONG_PASSWORD', 'REAUTH_NEEDED', 'DELETION_BLOCKED', 'FORFEIT_NEEDED'],
        },
        schema: {
          tags,
          summary: 'Deletes the account with the password; erases personal data and ends every session',
          body: DeleteAccountBody,
          response: { 200: Message },
        },
      },
      async (request) => {
        const { viewer, body } = request;
        await deleteAccount(deps, all.deletions, viewer, { body, client: clientFactsOf(request) });
        return { message: 'Account deleted successfully' };
      },
    );
  };
