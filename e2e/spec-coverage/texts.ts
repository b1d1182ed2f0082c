import type { TextGroup } from './rows.ts';
import { messages } from './texts-of-messages.ts';
import { screens } from './texts-of-screens.ts';

export interface Text extends Omit<TextGroup, 'texts'> {
  text: string;
}

/** Every text that the specification prescribes. */
export const texts: readonly Text[] = [...screens, ...messages].flatMap(({ texts: each, ...row }) =>
  each.map((text) => ({ ...row, text })),
);
