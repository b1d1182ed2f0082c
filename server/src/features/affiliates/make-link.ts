import type { AffiliateLink } from '@copup/shared/affiliates.ts';
import { pathTo } from '@copup/shared/page-paths.ts';
import { users } from '../../accounts/users.tables.ts';
import { eq } from '../../db/drizzle.ts';
import type { Deps } from '../../deps.ts';
import { invariant } from '../../errors.ts';
import type { Viewer } from '../../sessions/sessions.ts';
import { affiliateLinks } from '../../subjects/affiliates.tables.ts';
import { notPromoted } from './affiliates.errors.ts';
import { findOffer } from './offers.queries.ts';
import type { Promoted } from './promoted.ts';

/** Returns the caller's link to a subject that can be joined: the same each time (T2). Its first use is recorded. */
export async function makeLink(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  promoted: Promoted,
  viewer: Viewer,
  id: number,
): Promise<AffiliateLink> {
  const [offer, [user]] = await Promise.all([
    findOffer(db, promoted, viewer, id),
    db.orm.select({ code: users.referralCode }).from(users).where(eq(users.id, viewer.userId)),
  ]);
  if (!offer?.isListed) throw notPromoted(promoted.kind);
  invariant(user, `user ${viewer.userId} has no row`);
  await db.orm
    .insert(affiliateLinks)
    .values({ subjectKind: promoted.kind, subjectId: id, userId: viewer.userId })
    .onConflictDoNothing();
  return { affiliateLink: `${config.publicUrl}${pathTo(promoted.path, id, user.code)}` };
}
