import type { Feature } from '../../lib/feature.ts';

export const approvals: Feature = {
  operatorPages: [{ path: 'approvals', name: 'Approvals', load: () => import('./admin/approvals-page.tsx') }],
};
