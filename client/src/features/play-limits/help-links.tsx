import { paths } from '@copup/shared/page-paths.ts';
import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router-dom';

const organisations = [
  {
    name: 'Gambling Therapy',
    what: 'Free advice by text in many languages, worldwide',
    url: 'https://www.gamblingtherapy.org',
  },
  {
    name: 'Gamblers Anonymous',
    what: 'Questions about your own play, and meetings',
    url: 'https://www.gamblersanonymous.org',
  },
];

const link = 'inline-flex min-h-tap items-center gap-1.5 font-semibold text-brand hover:underline';

/** Where players find help, from Copup and elsewhere. */
export function HelpLinks() {
  return (
    <section aria-labelledby="help-title" id="help" className="grid gap-2 rounded-lg bg-surface p-4 shadow-2">
      <h2 id="help-title" className="text-base">
        Help
      </h2>
      <p className="text-sm text-ink-2">
        Play should stay fun. If it costs you sleep, money that you need, or time with other people, take a
        break and talk to someone you trust. These organisations help for free and are independent of us.
      </p>
      <ul className="divide-y divide-line">
        {organisations.map(({ name, what, url }) => (
          <li key={url} className="py-1.5">
            <a href={url} target="_blank" rel="noopener noreferrer" className={link}>
              {name}
              <ExternalLink size={16} aria-hidden />
              <span className="sr-only">, opens another site</span>
            </a>
            <span className="block text-sm text-ink-2">{what}</span>
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4">
        <Link to={`${paths.terms}#limits`} className={link}>
          How limits and breaks work
        </Link>
        <Link to={paths.privacy} className={link}>
          Privacy
        </Link>
      </p>
    </section>
  );
}
