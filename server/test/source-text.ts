const closing: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>' };

/** Returns where the block that is open at `from` is closed. */
export function endOfBlock(source: string, from: number, end: string): number {
  let at = from;
  while (at < source.length && source[at] !== end) {
    const close = closing[source[at] ?? ''];
    if (close !== undefined) at = endOfBlock(source, at + 1, close);
    at += 1;
  }
  return at;
}

/** Where the expression ends that begins at `from`: at the next comma or closing bracket outside of texts and comments. */
export function endOfExpression(source: string, from: number, end = ','): number {
  let at = from;
  let depth = 0;
  while (at < source.length) {
    const char = source[at] ?? '';
    if (char === '`' || char === "'" || char === '"') at = endOfText(source, at);
    else if (source.startsWith('//', at)) at = source.indexOf('\n', at);
    else if (source.startsWith('/*', at)) at = source.indexOf('*/', at) + 1;
    else if ('([{'.includes(char)) depth += 1;
    else if (')]}'.includes(char)) {
      if (depth === 0) return at;
      depth -= 1;
    } else if (char === end && depth === 0) return at;
    at += 1;
  }
  return at;
}

/** The parts of a list of arguments or of an object literal, from behind its bracket. */
export function splitList(source: string, from: number): string[] {
  const parts: string[] = [];
  for (let at = from; ; ) {
    const end = endOfExpression(source, at);
    const part = source.slice(at, end).replace(/^(\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)+/, '');
    if (part.trim() !== '') parts.push(part.trim());
    if (source[end] !== ',') return parts;
    at = end + 1;
  }
}

function endOfText(source: string, from: number): number {
  const quote = source[from];
  for (let at = from + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (quote === '`' && source.startsWith('${', at)) at = endOfExpression(source, at + 2, '}');
    else if (source[at] === quote) return at;
  }
  return source.length;
}
