import { users } from '../../accounts/users.tables.ts';
import { eq } from '../../db/drizzle.ts';
import type { AccountDeletion } from '../../feature.ts';
import { notifyRequests } from './content.tables.ts';

/** S7: the user's address is also removed from those that wait for a mail. */
export const contentDeletion: AccountDeletion = {
  blocks: async () => [],
  async erase(tx, userId) {
    const [user] = await tx.orm.select({ email: users.email }).from(users).where(eq(users.id, userId));
    if (user?.email) await tx.orm.delete(notifyRequests).where(eq(notifyRequests.email, user.email));
  },
};
