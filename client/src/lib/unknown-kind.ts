const reported = new Set<string>();

/** Reports a kind that this version of the app does not know, once; returns the text that is shown in its place. */
export function unknownKind(what: string, kind: string): string {
  const name = `${what} ${kind}`;
  // biome-ignore lint/suspicious/noConsole: the page continues, and the error belongs in the console
  if (!reported.has(name)) console.error(`This version does not know the ${name}.`);
  reported.add(name);
  return 'Update the app to read this.';
}
