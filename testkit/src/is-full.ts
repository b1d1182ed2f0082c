/** Whether `npm test -- --full` runs, which proves the same rules more widely. */
export const isFull = process.env.TEST_FULL === '1';
