/** Request codes in place of the protocol version; the real startup message follows them. */
const SSL_REQUEST = 80_877_103;
const GSS_REQUEST = 80_877_104;

/**
 * Creates a reader of the bytes that a PostgreSQL client sends, in chunks of any division. It returns the offset in the
 * chunk at which a message starts that commits: a simple query, or the Execute of a statement prepared as COMMIT. The
 * offset of a message that started in an earlier chunk is 0. TLS is not supported.
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
/** Length of the longest tag minus one. */
const KEPT = 8;

/** Creates a reader of PostgreSQL's replies that returns true for the chunk that confirms the end of a transaction. */
export function createReplyWatch(): (chunk: Buffer) => boolean {
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
