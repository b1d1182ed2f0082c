import { paths } from '@copup/shared/page-paths.ts';
import { eq } from '../../db/drizzle.ts';
import type { Feature } from '../../feature.ts';
import { auditSpins } from './audit-spins.ts';
import { readSpinProof } from './read-spin.ts';
import { renewSpinDemo } from './renew-demo.ts';
import { WHEEL } from './spin-subject.ts';
import { spinsRoutes } from './spins.routes.ts';
import { spinUnlocks } from './spins.tables.ts';

export const spin: Feature = {
  name: 'spin',
  auditReferences: [auditSpins],
  demo: renewSpinDemo,
  build: (deps) => ({
    routes: [spinsRoutes(deps)],
    proofs: { [WHEEL.kind]: readSpinProof(deps) },
    describeSubjects: {
      [WHEEL.kind]: async (ids) => new Map(ids.map((id) => [id, { name: 'Spin', path: paths.spin }])),
    },
    deletion: {
      blocks: async () => [],
      async erase(tx, userId) {
        await tx.orm.delete(spinUnlocks).where(eq(spinUnlocks.userId, userId));
      },
    },
  }),
};
