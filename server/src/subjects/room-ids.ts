/** Parses the id of a subject's or of a realm's room; returns undefined for an invalid one. */
export const parseId = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

export const parseIds = (texts: readonly string[]): number[] =>
  texts.map(parseId).filter((id) => id !== undefined);
