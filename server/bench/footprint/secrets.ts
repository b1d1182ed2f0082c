/** Of both servers, and of the bench, which signs messages as a third. */
export const SECRETS_KEY = 'another secret for benches with enough characters';
