/** A condition that must come may come late on a busy machine; by default the library waits for a second. */
export const patience = { timeout: 30_000, interval: 20 };
