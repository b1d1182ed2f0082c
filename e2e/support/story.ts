import { it } from 'vitest';

/**
 * Defines one test of steps, each of which continues with what the one before left. A failure names its step.
 *
 * @param options those of the test
 */
export function story(
  name: string,
  options: { tags?: string[]; timeout?: number },
  steps: Readonly<Record<string, () => Promise<void>>>,
): void {
  it(name, options, async () => {
    for (const [step, run] of Object.entries(steps)) {
      await run().catch((error: Error) => {
        error.message = `${step}: ${error.message}`;
        throw error;
      });
    }
  });
}
