import { paths } from '@copup/shared/page-paths.ts';

/** Players' addresses of later features, with the title of their page. */
export const playerSoon: Record<string, string> = {
  [paths.blog]: 'Blog',
};
