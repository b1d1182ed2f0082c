/** The lowest UUID, before every id: where a walk in the order of ids begins. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';
