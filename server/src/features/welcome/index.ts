import { eq } from '../../db/drizzle.ts';
import type { Feature } from '../../feature.ts';
import { auditWelcome } from './audit-welcome.ts';
import { renewWelcomeDemo } from './renew-demo.ts';
import { welcomeRoutes } from './welcome.routes.ts';
import { firstSteps, welcomeGrants } from './welcome.tables.ts';
import { leaveMarks } from './welcome-marks.ts';

export const welcome: Feature = {
  name: 'welcome',
  auditReferences: [auditWelcome],
  demo: renewWelcomeDemo,
  build: (deps) => ({
    routes: [welcomeRoutes(deps)],
    deletion: {
      blocks: async () => [],
      // The address and the devices may have changed since the grant.
      async erase(tx, userId) {
        const [granted] = await tx.orm
          .select({ at: welcomeGrants.grantedAt })
          .from(welcomeGrants)
          .where(eq(welcomeGrants.userId, userId));
        if (granted) await leaveMarks(tx, deps, userId);
        await tx.orm.delete(firstSteps).where(eq(firstSteps.userId, userId));
      },
    },
  }),
};
