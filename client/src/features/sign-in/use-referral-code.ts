import { useLocation, useSearchParams } from 'react-router-dom';
import { referralCodeOf } from '../../lib/return-to.ts';

const longest = 32;

/** Returns the code with which the referral field is filled: of the link /register?ref=CODE, or of an affiliate link. */
export function useReferralCode(): string {
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (search.get('ref') ?? referralCodeOf(state)).slice(0, longest);
}
