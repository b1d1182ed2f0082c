import { fieldTexts } from '@copup/shared/field-texts.ts';
import { Refusal } from '../../errors.ts';

// Each message is the same for all reasons, so that it does not reveal which addresses have an account.
export const wrongCredentials = () => new Refusal('WRONG_CREDENTIALS', 'Wrong e-mail or password.');
export const unknownSession = () =>
  new Refusal('NOT_FOUND', 'This session was not found. It may already have ended.');
export const termsNotAccepted = () => new Refusal('TERMS_NOT_ACCEPTED', fieldTexts.terms);
export const unknownReferralCode = () =>
  new Refusal('UNKNOWN_REFERRAL_CODE', 'This referral code does not exist.', {
    issues: [{ path: 'referralCode', message: 'does not exist' }],
  });
export const passwordsDiffer = () =>
  new Refusal('PASSWORDS_DIFFER', fieldTexts.passwordsDiffer, {
    issues: [{ path: 'confirmPassword', message: 'differs' }],
  });
