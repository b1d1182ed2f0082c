/** Since the suspension or its last renewal began. */
export const MOST_ANSWERS = 10;
