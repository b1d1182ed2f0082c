import type { Feature } from '../../lib/feature.ts';
import { mainPaths } from '../../lib/main-paths.ts';

export const signIn: Feature = {
  fullPages: [
    {
      path: mainPaths.login,
      name: 'Login',
      load: () => import('./pages/login-page.tsx'),
      isForVisitorsOnly: true,
    },
    { path: mainPaths.register, name: 'Register', load: () => import('./pages/register-page.tsx') },
    {
      path: mainPaths.forgotPassword,
      name: 'Forgot password',
      load: () => import('./pages/forgot-password-page.tsx'),
    },
    {
      path: mainPaths.resetPassword,
      name: 'Reset password',
      load: () => import('./pages/reset-password-page.tsx'),
    },
  ],
  identitySheet: () => import('./identity-sheet.tsx'),
};
