import type { Passwords } from '../src/accounts/passwords.ts';

/** Fast hashing, since real hashing would take most of the time. */
export const plainPasswords: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (hash, password) => hash === `plain ${password}`,
};
