import { users } from '../accounts/users.tables.ts';
import { bytea, time } from '../db/columns.ts';
import { pgTable, uuid } from '../db/drizzle.ts';

/** Links with which first operators choose a password (O3a). Only a hash of each token is stored. */
export const operatorLinks = pgTable('operator_links', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  tokenHash: bytea('token_hash').notNull(),
  expiresAt: time('expires_at').notNull(),
});
