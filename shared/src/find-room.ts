/** The longest id that the name of a room may have. */
const LONGEST = 64;
const SPACE = '-20';
const encoder = new TextEncoder();

/**
 * For operators: the open rooms that are called something like this, each second (O2). The text has to be more than
 * spaces. In the name letters and digits stay, any other byte is a dash and two digits, so that of `Standing fan ` is
 * `find:standing-20fan`. Whole characters are left out at the end until it is short enough.
 */
export function findRoom(text: string): string {
  return `find:${encodeText(text)}`;
}

/** What the finding room of this id looks for; undefined for an id that no text has. */
export function decodeFindId(id: string): string | undefined {
  let text: string;
  try {
    text = decodeURIComponent(id.replaceAll('-', '%'));
  } catch {
    return undefined;
  }
  // One text has one room, whoever asks for it.
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
  // Cut between two words, it ends with a space, which no text does.
  while (encoded.at(-1) === SPACE) encoded.pop();
  return encoded.join('');
}

function encodeCharacter(character: string): string {
  if (/^[a-z0-9]$/.test(character)) return character;
  return [...encoder.encode(character)].map((byte) => `-${byte.toString(16).padStart(2, '0')}`).join('');
}
