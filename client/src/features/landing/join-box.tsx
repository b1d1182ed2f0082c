import { paths } from '@copup/shared/page-paths.ts';
import { Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button.tsx';

/** Passes the address to the sign-up form as router state, so that it is not in a URL. */
export function JoinBox() {
  const id = useId();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  return (
    <section className="stage adire mx-4 mt-10 overflow-hidden rounded-[26px] px-5 pt-6.5 pb-6 lg:mx-auto lg:mt-14 lg:grid lg:max-w-[1160px] lg:grid-cols-[1fr_440px] lg:items-center lg:gap-10 lg:px-12 lg:py-11">
      <div>
        <h2 className="font-display text-[1.75rem] tracking-[-0.03em] lg:text-[2.5rem]">
          Start with your e-mail
        </h2>
        <p className="mt-1.5 mb-4 text-on-stage-2">
          We send a one-time code. You must be 18, or have a parent’s consent.
        </p>
      </div>
      <form
        className="flex flex-wrap gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate(paths.register, { state: { email } });
        }}
      >
        <label
          htmlFor={id}
          className="flex min-h-ctl min-w-0 flex-[1_1_180px] items-center gap-2.5 rounded-md bg-white px-3.5 text-[#0f1530] forced-colors:outline focus-within:outline-3 focus-within:outline-coin"
        >
          <Mail size={20} aria-hidden className="shrink-0 text-[#62667c]" />
          <span className="sr-only">E-mail</span>
          <input
            id={id}
            type="email"
            required
            autoComplete="email"
            inputMode="email"
            placeholder="you@example.com"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            className="min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-[#62667c]"
          />
        </label>
        <Button
          look="ink"
          type="submit"
          className="bg-[#0a0f2e]! text-white! inset-ring-[1.5px] inset-ring-white/45"
        >
          Sign Up
        </Button>
      </form>
    </section>
  );
}
