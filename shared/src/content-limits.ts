/** This file imports no schemas, so that the browser does not load the validator. */

/** Limits of a post of the blog, in characters. */
export const postLimits = { category: 40, title: 160, description: 10_000 } as const;
/** The same for the title of an Instagram post. */
export const MAX_INSTAGRAM_TITLE = 120;
