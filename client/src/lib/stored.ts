/**
 * Access to local storage that never throws: storage may be disabled, full, or contain values of an older version. Unreadable
 * values are treated as absent; values that cannot be written are kept in memory.
 */
const fallback = new Map<string, string>();

/** Reads a text of this device: from memory while the browser refuses storage. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    fallback.set(key, value);
  }
}

export function removeStored(key: string): void {
  fallback.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is disabled, so there is nothing to remove.
  }
}

export function listStored(prefix: string): string[] {
  const own = [...fallback.keys()];
  try {
    own.push(...Object.keys(localStorage));
  } catch {
    // As above.
  }
  return own.filter((key) => key.startsWith(prefix));
}

/** Reads a value; null for one of another form. */
export function readStoredJson<Value>(
  key: string,
  isValue: (value: unknown) => value is Value,
): Value | null {
  const text = readStored(key);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isValue(value) ? value : null;
  } catch {
    return null;
  }
}
