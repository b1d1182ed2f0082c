/** Returns what is wrong with an address. The server checks it again. */
export const checkEmail = (email: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'Enter an e-mail address';
