import { boundedString } from './text.ts';

/** A PIN is a text: a number would lose a leading zero (W7). */
export const Pin = boundedString(4).regex(/^\d{4}$/, 'A PIN has 4 digits');
