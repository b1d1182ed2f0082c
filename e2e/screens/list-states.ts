import { expect } from 'vitest';
import { until } from '../support/people.ts';
import { look } from './look.ts';
import type { Stage } from './stage.ts';

/** Opens a page with a list and checks its loading state, its error text, and Try again. */
export async function expectLoadingErrorAndRetry(
  stage: Stage,
  screen: {
    name: string;
    path: string;
    call: string;
    waiting: string;
    failed: string;
    json: unknown;
    come: string;
    /** Replies of the page’s other calls. */
    others?: Record<string, unknown>;
  },
): Promise<void> {
  const { staged, page } = await stage.open();
  staged.answer(screen.call, 'never');
  for (const [call, json] of Object.entries(screen.others ?? {})) staged.answer(call, { json });
  await page.goto(screen.path);
  await page.getByRole('status').filter({ hasText: screen.waiting }).waitFor();
  await until(async () => expect(await page.locator('.skeleton').count()).toBeGreaterThan(0));
  await look(page, `${screen.name}-loading`);
  staged.answer(screen.call, { status: 500 });
  await page.reload();
  await page.getByRole('alert').filter({ hasText: /./ }).first().waitFor();
  await page.getByText(screen.failed).waitFor();
  await look(page, `${screen.name}-error`);
  staged.answer(screen.call, { json: screen.json });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(screen.come).first().waitFor();
  await until(async () => expect(await page.getByText(screen.failed).count()).toBe(0));
}
