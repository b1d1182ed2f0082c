import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';

/** The text of the consent at registration (S9). */
export function ConsentText() {
  return (
    <>
      I agree to the{' '}
      <Link to={paths.terms} target="_blank" className="font-semibold text-brand underline">
        Terms
      </Link>{' '}
      and{' '}
      <Link to={paths.privacy} target="_blank" className="font-semibold text-brand underline">
        Privacy Policy
      </Link>
      , and I am 18 or have parental consent.
    </>
  );
}
