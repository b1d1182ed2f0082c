/** Players' addresses of later features, with the title of their page. */
export const playerSoon: Record<string, string> = {};
