/** The specification's texts about a field, and one like them: the `message` of a refusal for the field (R1). */
export const fieldTexts = {
  newPin: 'New PIN must be a 4-digit number',
  senderAccountName: 'Sender account name is required',
  answer: 'Answer cannot be empty.',
  passcode: 'Incorrect passcode. Please try again.',
  unlockCode: 'Incorrect Code! Please try again.',
  passwordsDiffer: 'Passwords do not match',
  terms: 'You must agree to the terms and policies',
  betPassword: 'Enter the bet’s password.',
} as const;
