import { accountDeletionCalls } from '@copup/shared/calls/profile.ts';
import { clientFactsOf } from '../../client-facts.ts';
import type { AllFeatures } from '../../feature.ts';
import { routes } from '../../routes.ts';
import { type DeletionDeps, deleteAccount, previewDeletion } from './delete-account.ts';

/** Deletion of the caller's own account (S7). */
export const accountDeletionRoutes = (deps: DeletionDeps, all: AllFeatures) =>
  routes(accountDeletionCalls, {
    'GET /user/deletion-preview': ({ viewer }) => previewDeletion(deps, all.deletions, viewer.userId),

    'DELETE /user/delete': async (request) => {
      const { viewer, body } = request;
      await deleteAccount(deps, all.deletions, viewer, { body, client: clientFactsOf(request) });
      return { message: 'Account deleted successfully' };
    },
  });
