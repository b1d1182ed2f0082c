import type { ListQuery } from '@copup/shared/wire.ts';
import type { z } from 'zod';

type Page = Pick<z.output<typeof ListQuery>, 'page' | 'perPage'>;

/** Where a page of an operators' list begins (O3). */
export const offsetOf = ({ page, perPage }: Page): number => (page - 1) * perPage;

/** `Content-Range` of a page: `auctions 0-24/319`; an empty page has a star in place of the numbers. */
export function contentRange(resource: string, page: Page, count: number, total: number): string {
  const from = offsetOf(page);
  return count === 0 ? `${resource} */${total}` : `${resource} ${from}-${from + count - 1}/${total}`;
}
