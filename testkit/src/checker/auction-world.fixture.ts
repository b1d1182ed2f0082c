import type { HistoryEvent, Outcome } from '../history.ts';

export const ada = '01890a5d-ac96-774b-bcce-b302099a8057';
export const bola = '01890a5d-ac96-774b-bcce-b302099a8058';
/** The times of auction 1001. */
export const startMs = 1_763_640_000_000;
export const endMs = startMs + 60_000;
export const hardEndMs = endMs + 15_000;

/** Collects the events of a history: each end with its invocation. */
export function recordEvents() {
  const events: HistoryEvent[] = [];
  const add = (intent: Omit<HistoryEvent, 'type' | 'atMs' | 'process'>, ...ends: Outcome[]) => {
    const process = intent.args.userId === ada ? 'ada' : 'bola';
    for (const end of ends) {
      events.push({ ...intent, process, type: 'invoke', atMs: startMs });
      events.push({ ...intent, ...end, process, atMs: startMs });
    }
  };
  return { events, add };
}
