/** The server's rule, checked before sending. Returns what is wrong. */
export const checkEmail = (email: string) =>
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? undefined : 'Enter an e-mail address';
