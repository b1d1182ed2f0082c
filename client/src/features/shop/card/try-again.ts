/** The specification's number of attempts to load the provider's script, and the time between them. */
export const TRIES = 3;
const PAUSE_MS = 1_000;

/**
 * Calls `load` up to three times, one second apart, and reports the number of each attempt. Rejects with the last error.
 */
export async function tryAgain<Result>(
  load: () => Promise<Result>,
  onTry: (attempt: number) => void,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    onTry(attempt);
    try {
      return await load();
    } catch (error) {
      if (attempt === TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}
