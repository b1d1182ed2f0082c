import { paths } from '@copup/shared/page-paths.ts';

const codes: ReadonlySet<string> = new Set(['LIMIT_REACHED', 'TAKING_A_BREAK']);
const most = 20;
const messages = new Set<string>();

/** Remembers the text of a refusal because of a limit or a break (G1, G2), so that every toast with it has a link. */
export function notePlayRefusal(code: string, message: string): void {
  if (!codes.has(code)) return;
  if (messages.size >= most) messages.clear();
  messages.add(message);
}

/** Returns the page that explains this text; undefined for any other text. */
export const pageAbout = (text: unknown): string | undefined =>
  typeof text === 'string' && messages.has(text) ? paths.limits : undefined;
