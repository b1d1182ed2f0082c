import type { Deps } from '../../deps.ts';
import {
  firstHits,
  type SearchRecords,
  searchedUuid,
  unlessUuid,
  withFound,
} from '../../operators/search-records.ts';
import { findAdminUser, listUsers } from './users-admin.queries.ts';

/** Finds users by a part of a name or an e-mail address, a wallet address or an id. No address is in the reply. */
export const searchUsers =
  ({ db }: Pick<Deps, 'db'>): SearchRecords =>
  async (text, realm) => {
    const id = searchedUuid(text);
    const [found, rows] = await Promise.all([
      id === undefined ? undefined : findAdminUser(db, id),
      unlessUuid(text, () => listUsers(db, { ...firstHits, realm, q: text })),
    ]);
    return withFound(found, rows).map((user) => ({
      id: user.id,
      title: user.full_name,
      detail: [user.username, user.operator_role ?? '', user.deleted_at ? 'deleted' : '']
        .filter(Boolean)
        .join(', '),
      realm: user.realm,
      image: null,
    }));
  };
