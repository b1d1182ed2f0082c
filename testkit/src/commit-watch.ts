/** Codes that stand where a startup message has its protocol version; the real startup message follows. */
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/**
 * Reads what a client of PostgreSQL sends, chunk by chunk, wherever the chunks break, and tells the offset in the chunk
 * at which a message begins that commits: a simple query, or the Execute of a statement prepared as COMMIT. A message
 * begun in an earlier chunk counts from 0. Reads the protocol without TLS.
 */
export function createCommitWatch(): (chunk: Buffer) => number | undefined {
  let rest: Buffer = Buffer.alloc(0);
  let isStarted = false;
  // Names of statements prepared as COMMIT, and whether the portal bound last is one of them.
  const commits = new Set<string>();
  let isBoundToCommit = false;

  return (chunk) => {
    const carried = rest.length;
    const bytes = carried === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    let found: number | undefined;
    while (at < bytes.length) {
      const head = isStarted ? 1 : 0;
      if (bytes.length < at + head + 4) break;
      const length = bytes.readInt32BE(at + head);
      const end = at + head + length;
      if (bytes.length < end) break;
      const body = bytes.subarray(at + head + 4, end);
      if (!isStarted) {
        const code = body.readInt32BE(0);
        isStarted = code !== SSL_REQUEST && code !== GSS_REQUEST;
      } else if (isCommit(String.fromCharCode(bytes[at] ?? 0), body)) {
        found ??= Math.max(0, at - carried);
      }
      at = end;
    }
    rest = bytes.subarray(at);
    return found;
  };

  function isCommit(type: string, body: Buffer): boolean {
    if (type === 'Q') return isCommitText(body.toString('utf8'));
    if (type === 'P') {
      const [name = '', text = ''] = body.toString('utf8').split('\0');
      if (isCommitText(text)) commits.add(name);
      else commits.delete(name);
    }
    if (type === 'B') {
      const [, statement = ''] = body.toString('utf8').split('\0');
      isBoundToCommit = commits.has(statement);
    }
    return type === 'E' && isBoundToCommit;
  }
}

const ENDS = ['COMMIT\0', 'ROLLBACK\0'].map((tag) => Buffer.from(tag));
/** The longest tag, less one byte. */
const KEPT = 8;

/** Reads what PostgreSQL answers, chunk by chunk: true once a transaction's end was answered. Its tag ends with a zero. */
export function createAnswerWatch(): (chunk: Buffer) => boolean {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    const bytes = Buffer.concat([rest, chunk]);
    rest = bytes.subarray(Math.max(0, bytes.length - KEPT));
    return ENDS.some((tag) => bytes.includes(tag));
  };
}

function isCommitText(text: string): boolean {
  return /^\s*(COMMIT|END)\b/i.test(text);
}
