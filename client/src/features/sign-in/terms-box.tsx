import { paths } from '@copup/shared/page-paths.ts';
import { Link } from 'react-router-dom';

export const termsText = 'You must agree to the terms and policies';

/** The consent at registration (S9). */
export function TermsBox({ error }: { error: string | undefined }) {
  return (
    <div>
      <label className="flex min-h-tap items-center gap-3 text-sm">
        <input
          type="checkbox"
          name="terms"
          required
          className="size-6 shrink-0 accent-ink"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'terms-error' : undefined}
        />
        <span>
          I agree to the{' '}
          <Link to={paths.terms} target="_blank" className="font-semibold text-brand underline">
            Terms
          </Link>{' '}
          and{' '}
          <Link to={paths.privacy} target="_blank" className="font-semibold text-brand underline">
            Privacy Policy
          </Link>
          , and I am 18 or have parental consent.
        </span>
      </label>
      {error ? (
        <p id="terms-error" role="alert" className="text-xs font-medium text-danger">
          {error}
        </p>
      ) : null}
    </div>
  );
}
