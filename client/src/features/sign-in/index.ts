import { paths } from '@copup/shared/page-paths.ts';
import type { Feature } from '../../lib/feature.ts';

export const signIn: Feature = {
  fullPages: [
    {
      path: paths.login,
      name: 'Login',
      load: () => import('./pages/login-page.tsx'),
      isForVisitorsOnly: true,
    },
    { path: paths.register, name: 'Register', load: () => import('./pages/register-page.tsx') },
    {
      path: paths.forgotPassword,
      name: 'Forgot password',
      load: () => import('./pages/forgot-password-page.tsx'),
    },
    {
      path: paths.resetPassword,
      name: 'Reset password',
      load: () => import('./pages/reset-password-page.tsx'),
    },
  ],
  identitySheet: () => import('./identity-sheet.tsx'),
};
