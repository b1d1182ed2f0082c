import type { Feature } from '../../lib/feature.ts';

export const settings: Feature = {
  operatorPages: [{ path: 'settings', name: 'Settings', load: () => import('./admin/settings-page.tsx') }],
};
