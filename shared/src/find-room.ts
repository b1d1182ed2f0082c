/** The longest id that the name of a room may have. */
const LONGEST = 64;
const SPACE = '-20';
const encoder = new TextEncoder();

/**
 * Returns the name of the operators' room that lists, each second, the open rooms matching a text (O2). The text must not
 * be blank. Letters and digits stay as they are and any other byte becomes a dash and two hex digits, so `Standing fan `
 * becomes `find:standing-20fan`. A text that is too long is cut at a character boundary.
 */
export function findRoom(text: string): string {
  return `find:${encodeText(text)}`;
}

/** Returns the search text of the room `find:{id}`; undefined for an id that no text encodes to. */
export function decodeFindId(id: string): string | undefined {
  let text: string;
  try {
    text = decodeURIComponent(id.replaceAll('-', '%'));
  } catch {
    return undefined;
  }
  // Each text has exactly one id, so that all operators share one room per text.
  return text !== '' && encodeText(text) === id ? text : undefined;
}

function encodeText(text: string): string {
  const encoded: string[] = [];
  let length = 0;
  for (const character of text.trim().toLowerCase()) {
    const id = encodeCharacter(character);
    length += id.length;
    if (length > LONGEST) break;
    encoded.push(id);
  }
  // A cut between two words leaves a trailing space, which encoded texts never have.
  while (encoded.at(-1) === SPACE) encoded.pop();
  return encoded.join('');
}

function encodeCharacter(character: string): string {
  if (/^[a-z0-9]$/.test(character)) return character;
  return [...encoder.encode(character)].map((byte) => `-${byte.toString(16).padStart(2, '0')}`).join('');
}
