import { useSearchParams } from 'react-router-dom';

const longest = 32;

/** Returns the code of the link /register?ref=CODE, with which the referral field is filled. */
export function useReferralCode(): string {
  const [search] = useSearchParams();
  return (search.get('ref') ?? '').slice(0, longest);
}
