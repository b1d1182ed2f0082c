/** The server's rules, checked before sending. The server checks them again. */
export const checkPassword = (password: string) =>
  [...password].length >= 8 ? undefined : 'Use at least 8 characters';

export const checkUsername = (username: string) =>
  /^[a-z0-9_]{3,20}$/i.test(username.normalize('NFC')) ? undefined : 'Use 3 to 20 letters, digits or _';

export const checkOtp = (otp: string) => (/^\d{6}$/.test(otp) ? undefined : 'The code has 6 digits');

export const checkFilled = (value: string, name: string) => (value.trim() ? undefined : `Enter your ${name}`);
