/** When a token was made and when it ends, in epoch ms by the server's clock; null for what is no such token. */
export function readTokenTimes(token: string): { issuedAtMs: number; expiresAtMs: number } | null {
  const payload = token.split('.')[1];
  if (!payload) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null) return null;
    const { iat, exp } = claims as { iat?: unknown; exp?: unknown };
    if (typeof iat !== 'number' || typeof exp !== 'number') return null;
    return { issuedAtMs: iat * 1000, expiresAtMs: exp * 1000 };
  } catch {
    return null;
  }
}

/** S3: a token is renewed once less than a third of its life is left. */
export function renewalDueMs({
  issuedAtMs,
  expiresAtMs,
}: {
  issuedAtMs: number;
  expiresAtMs: number;
}): number {
  return expiresAtMs - (expiresAtMs - issuedAtMs) / 3;
}
