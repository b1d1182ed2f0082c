import { Link } from 'react-router-dom';

/** What is agreed to when registering (S9). */
export function ConsentText() {
  return (
    <>
      I agree to the{' '}
      <Link to="/terms" target="_blank" className="font-semibold text-brand underline">
        Terms
      </Link>{' '}
      and{' '}
      <Link to="/privacy" target="_blank" className="font-semibold text-brand underline">
        Privacy Policy
      </Link>
      , and I am 18 or have parental consent.
    </>
  );
}
