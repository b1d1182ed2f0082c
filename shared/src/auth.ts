import { z } from 'zod';
import { fieldTexts } from './field-texts.ts';
import { ProofOfWork } from './proof-of-work.ts';
import { boundedString, nameText } from './text.ts';
import { IsoTime, Message, Uuid } from './wire.ts';

export const Email = boundedString(254).check(z.email());
const usernameRule = 'Use 3 to 20 letters, digits or _';
/** S9: 3 to 20 of a-z 0-9 _, compared without case. */
export const Username = boundedString(20, usernameRule)
  .normalize('NFC')
  .regex(/^[a-z0-9_]{3,20}$/i, usernameRule);
export const FullName = nameText(100).min(1);
/** S2. Only the server checks the list of common passwords. */
const NewPassword = boundedString(200).min(8, 'Use at least 8 characters');
const codeRule = 'The code has 6 digits';
export const OneTimeCode = boundedString(32, codeRule)
  .trim()
  .regex(/^\d{6}$/, codeRule);

/** The value that the client stores in localStorage under `user`. Role 1 is an operator. */
export const SignedInUser = z.object({
  id: Uuid,
  username: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  profile: z.string().nullable(),
  role: z.union([z.literal(0), z.literal(1)]),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/** The client treats the token as opaque and stores these times beside it (S3a). */
const TokenWithTimes = z.object({ token: z.string(), issued_at: IsoTime, expires_at: IsoTime });

export const SignedIn = Message.extend({ ...TokenWithTimes.shape, user: SignedInUser });
export type SignedIn = z.infer<typeof SignedIn>;

/**
 * S2a: 256 random bits that the client draws once and keeps. A device that has signed in before is recognised by it, so
 * that attempts of others do not lock its user out. The server stores a hash.
 */
export const DeviceToken = boundedString(64).regex(
  /^[\w-]{43,64}$/,
  'must have 43 to 64 letters, digits, - or _',
);

const factorRule = 'Enter the 6 digits of your app, or a recovery code';
/** S8a: 6 digits of an authenticator app, or a recovery code. */
export const FactorCode = boundedString(32, factorRule)
  .trim()
  .regex(/^(\d{6}|[a-z2-7]{4}(-?[a-z2-7]{4}){3})$/i, factorRule);

/** S8a: the password was right; a token needs the second factor as well. */
export const SecondStepNeeded = Message.extend({ second_step: z.string(), second_step_expires_at: IsoTime });
export type SecondStepNeeded = z.infer<typeof SecondStepNeeded>;
export const SignInReply = z.union([SignedIn, SecondStepNeeded]);
export type SignInReply = z.infer<typeof SignInReply>;
export const SecondStepBody = z.object({
  second_step: boundedString(1024).min(1),
  code: FactorCode,
  device_token: DeviceToken.optional(),
});
export type SecondStepBody = z.infer<typeof SecondStepBody>;

/** S8a: how a user confirms who they are, in the details of REAUTH_NEEDED as `methods`. */
export type ConfirmMethod = 'password' | 'code' | 'google';
export const ConfirmBody = z.union([
  z.object({ password: boundedString(200).min(1) }),
  z.object({ code: FactorCode }),
  z.object({ credential: boundedString(8192).min(1) }),
]);
export type ConfirmBody = z.infer<typeof ConfirmBody>;

export const LoginBody = z.object({
  email: Email,
  password: boundedString(200).min(1),
  device_token: DeviceToken.optional(),
  /** S2a: the solution of the challenge of PROOF_NEEDED. */
  proof: ProofOfWork.optional(),
});
export type LoginBody = z.infer<typeof LoginBody>;

export const SendOtpBody = z.object({ email: Email });
export type SendOtpBody = z.infer<typeof SendOtpBody>;

export const RegisterBody = z.object({
  email: Email,
  username: Username,
  full_name: FullName,
  password: NewPassword,
  /** A number is accepted because the old client sent one. */
  otp: z.union([
    OneTimeCode,
    z
      .int()
      .min(0)
      .max(999_999)
      .transform((code) => String(code).padStart(6, '0')),
  ]),
  referralCode: boundedString(32).trim().nullish(),
  /** Accepted and ignored (S9). */
  profile: z.unknown().optional(),
  /**
   * S9: the terms box. The specification's payload omits it, so a missing field means consent on the form; false is
   * refused.
   */
  terms: z.boolean(fieldTexts.terms).optional(),
  device_token: DeviceToken.optional(),
});
export type RegisterBody = z.input<typeof RegisterBody>;

/** X2: checks the code of a registration, before anything else is asked. The code stays usable. */
export const CheckOtpBody = z.object({
  email: Email,
  otp: OneTimeCode,
  device_token: DeviceToken.optional(),
});
/** `username`: a free one, as a proposal. */
export const CheckOtpReply = Message.extend({ username: z.string() });
export const UsernameParams = z.object({ username: Username });
export const UsernameReply = z.object({ is_free: z.boolean() });

export const ForgetPasswordBody = z.object({ email: Email, device_token: DeviceToken.optional() });
export type ForgetPasswordBody = z.infer<typeof ForgetPasswordBody>;
export const ResetPasswordBody = z.object({
  email: Email,
  otp: OneTimeCode,
  newPassword: NewPassword,
  confirmPassword: boundedString(200, fieldTexts.passwordsDiffer),
  device_token: DeviceToken.optional(),
});
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

/** O3a: the token of the link that a first operator received. */
export const OperatorLinkBody = ResetPasswordBody.pick({ newPassword: true, confirmPassword: true }).extend({
  token: boundedString(100),
});
export type OperatorLinkBody = z.infer<typeof OperatorLinkBody>;

/** S4. A first sign-in without username and terms is refused with GOOGLE_SIGN_UP_NEEDED. */
export const GoogleBody = z.object({
  credential: boundedString(8192).min(1),
  username: Username.optional(),
  terms: z.literal(true, fieldTexts.terms).optional(),
  device_token: DeviceToken.optional(),
  referralCode: boundedString(32).trim().nullish(),
});
export type GoogleBody = z.infer<typeof GoogleBody>;

/** `expires_at` never exceeds the session's absolute end (S3a). */
export const RenewReply = TokenWithTimes;
export type RenewReply = z.infer<typeof RenewReply>;

/** S8a: one of the caller's own sessions. */
export const OwnSession = z.object({
  id: Uuid,
  /** Such as "Chrome on Android". */
  device: z.string().nullable(),
  /** Prefix of the network that last used the session: /24 of IPv4, /48 of IPv6. */
  network: z.string().nullable(),
  created_at: IsoTime,
  last_used_at: IsoTime,
  expires_at: IsoTime,
  is_current: z.boolean(),
});
export type OwnSession = z.infer<typeof OwnSession>;
export const OwnSessions = z.object({ sessions: z.array(OwnSession) });
export type OwnSessions = z.infer<typeof OwnSessions>;

export const EndSessionsBody = z.object({ which: z.enum(['others', 'all']) });
export type EndSessionsBody = z.infer<typeof EndSessionsBody>;

/** Settings that the client needs before a user signs in. */
export const PublicConfig = z.object({
  google_client_id: z.string().nullable(),
  support_email: z.string().nullable(),
  /** Seconds until the user may request a new one-time code. */
  otp_resend_s: z.int(),
  /** The `applicationServerKey` of push subscriptions; null while push is off (W23). */
  push_key: z.string().nullable(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
