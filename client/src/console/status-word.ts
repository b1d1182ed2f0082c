import { capitalized } from './capitalized.ts';

/** Returns a status as operators read it: "Active", "Almost full". */
export const statusWord = (status: string): string => capitalized(status.replaceAll('_', ' '));
