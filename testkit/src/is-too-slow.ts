/** Whether a server that was too slow refused a command with this code: nothing was executed, and it can be sent again (A11). */
export const isTooSlow = (code: unknown): boolean => code === 'BUSY' || code === 'DEADLINE_PASSED';
