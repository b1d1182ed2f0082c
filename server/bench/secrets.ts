export const JWT_SECRET = 'a secret for benches that has enough characters';
/** Shared by all servers of a bench, and by a bench that signs messages like another server. */
export const SECRETS_KEY = 'another secret for benches with enough characters';
