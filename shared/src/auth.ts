import { z } from 'zod';
import { IsoTime, Message, Uuid } from './wire.ts';

export const Email = z.email().max(254);
/** S9: 3 to 20 of a-z 0-9 _, compared without case. */
export const Username = z
  .string()
  .normalize('NFC')
  .regex(/^[a-z0-9_]{3,20}$/i, 'Use 3 to 20 letters, digits or _');
/** Control characters and those that turn the direction of writing could make a name pass for another. */
const invisible = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u;
export const FullName = z
  .string()
  .normalize('NFC')
  .trim()
  .min(1)
  .max(100)
  .refine((name) => !invisible.test(name), 'Use letters that can be seen');
/** S2. The list of common passwords is checked by the server alone. */
export const NewPassword = z.string().min(8, 'Use at least 8 characters').max(200);
export const OneTimeCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'The code has 6 digits');

/** What is kept in the browser under `user`. role 1 is an operator. */
export const SignedInUser = z.object({
  id: Uuid,
  username: z.string(),
  full_name: z.string(),
  email: z.string().nullable(),
  profile: z.string().nullable(),
  role: z.union([z.literal(0), z.literal(1)]),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

export const SignedIn = Message.extend({ token: z.string(), expires_at: IsoTime, user: SignedInUser });
export type SignedIn = z.infer<typeof SignedIn>;

export const LoginBody = z.object({ email: Email, password: z.string().min(1).max(200) });
export type LoginBody = z.infer<typeof LoginBody>;

export const SendOtpBody = z.object({ email: Email });
export type SendOtpBody = z.infer<typeof SendOtpBody>;

export const RegisterBody = z.object({
  email: Email,
  username: Username,
  full_name: FullName,
  password: NewPassword,
  /** A number is accepted since the old client sent one. */
  otp: z.union([
    OneTimeCode,
    z
      .int()
      .min(0)
      .max(999_999)
      .transform((code) => String(code).padStart(6, '0')),
  ]),
  referralCode: z.string().trim().max(32).nullish(),
  /** Accepted and ignored (S9). */
  profile: z.unknown().optional(),
  /** S9: the terms box. The specification's payload lacks it, so absence is consent given on the form; false is refused. */
  terms: z.boolean().optional(),
});
export type RegisterBody = z.input<typeof RegisterBody>;

export const ForgetPasswordBody = z.object({ email: Email });
export const ResetPasswordBody = z.object({
  email: Email,
  otp: OneTimeCode,
  newPassword: NewPassword,
  confirmPassword: z.string().max(200),
});
export type ResetPasswordBody = z.infer<typeof ResetPasswordBody>;

/** S4. A first sign-in answers GOOGLE_SIGN_UP_NEEDED until username and terms come along. */
export const GoogleBody = z.object({
  credential: z.string().min(1).max(8192),
  username: Username.optional(),
  terms: z.literal(true).optional(),
  referralCode: z.string().trim().max(32).nullish(),
});
export type GoogleBody = z.infer<typeof GoogleBody>;

export const RenewReply = z.object({ token: z.string(), expires_at: IsoTime });
export type RenewReply = z.infer<typeof RenewReply>;

/** What the client must know before anybody is signed in. */
export const PublicConfig = z.object({
  google_client_id: z.string().nullable(),
  support_email: z.string().nullable(),
  /** Seconds until a new one-time code may be asked for. */
  otp_resend_s: z.int(),
});
export type PublicConfig = z.infer<typeof PublicConfig>;
