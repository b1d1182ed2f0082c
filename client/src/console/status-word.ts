import { capitalized } from './capitalized.ts';

/** Returns a status or a kind as operators read it: "Active", "On hold". */
export const statusWord = (status: string): string => capitalized(status.replaceAll('_', ' '));
