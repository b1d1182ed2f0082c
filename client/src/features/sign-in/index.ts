import { paths } from '@copup/shared/page-paths.ts';
import { type Feature, page } from '../../lib/feature.ts';

export const signIn: Feature = {
  fullPages: [
    page(paths.login, 'Login', () => import('./pages/login-page.tsx'), { isForVisitorsOnly: true }),
    page(paths.register, 'Register', () => import('./pages/register-page.tsx')),
    page(paths.forgotPassword, 'Forgot password', () => import('./pages/forgot-password-page.tsx')),
    page(paths.resetPassword, 'Reset password', () => import('./pages/reset-password-page.tsx')),
  ],
  identitySheet: () => import('./identity-sheet.tsx'),
};
