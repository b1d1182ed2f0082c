import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../../lib/use-title.ts';

interface LegalDocumentProps {
  title: string;
  /**
   * A summary in one paragraph, then sections. `# id: Title` begins a section. Empty lines separate paragraphs and lists, whose items
   * begin with `- `. `**text**` is strong, `[text](address)` a link.
   */
  text: string;
}

const prose =
  '[&_p]:mt-3 [&_ul]:mt-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_li]:pl-1 [&_li]:marker:text-ink-3 [&_strong]:font-semibold [&_strong]:text-ink [&_a]:font-semibold [&_a]:text-brand [&_a]:underline';

/** Only a wide screen has space for the contents beside the text. */
const isWide = () => matchMedia('(min-width: 64rem)').matches;

const sectionOf = (part: string) => {
  const [heading = '', ...blocks] = part.trim().split('\n\n');
  const [id = '', name = ''] = heading.split(': ');
  return { id, name, blocks };
};

/** A legal text: a list of contents, a column of 68 characters, and sections with links. */
export function LegalDocument({ title, text }: LegalDocumentProps) {
  useTitle(title);
  const [lead = '', ...parts] = text.trim().split(/^# /m);
  const sections = parts.map(sectionOf);
  return (
    <div className="mx-auto max-w-[1120px] gap-x-14 px-4 pt-7 pb-12 lg:grid lg:grid-cols-[250px_minmax(0,68ch)] lg:px-10 lg:pt-12 lg:pb-20">
      <header className="lg:col-start-2">
        <h1 className="text-2xl lg:text-3xl">{title}</h1>
        <p className="mt-2 text-sm text-ink-3">Last updated 2025</p>
        <p className="mt-4 text-lg text-ink-2">{inline(lead.trim())}</p>
      </header>
      <nav
        aria-label="Contents"
        className="mt-6 self-start rounded-lg bg-surface shadow-1 lg:sticky lg:top-6 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:mt-0 lg:max-h-[calc(100dvh-3rem)] lg:overflow-y-auto"
      >
        <details open={isWide()} className="group px-4 py-1 lg:py-3">
          <summary className="flex min-h-tap list-none items-center justify-between gap-3 font-semibold lg:text-sm [&::-webkit-details-marker]:hidden">
            Contents
            <ChevronDown
              size={20}
              aria-hidden
              className="text-ink-3 transition-transform duration-(--dur-state) group-open:rotate-180"
            />
          </summary>
          <ol className="pb-2">
            {sections.map(({ id, name }, at) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="grid min-h-tap grid-cols-[1.6rem_1fr] items-center text-sm font-semibold text-ink-2 hover:text-brand hover:underline"
                >
                  <span className="font-normal text-ink-3">{at + 1}</span>
                  {name}
                </a>
              </li>
            ))}
          </ol>
        </details>
      </nav>
      <article className="max-w-[68ch] lg:col-start-2">
        {sections.map(({ id, name, blocks }, at) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4 pt-9">
            <h2 id={`${id}-title`} className="flex gap-2.5 text-xl">
              <span className="font-normal text-ink-3">{at + 1}</span>
              {name}
            </h2>
            <div className={`text-ink-2 ${prose}`}>{blocks.map(blockOf)}</div>
          </section>
        ))}
      </article>
    </div>
  );
}

function blockOf(text: string): ReactNode {
  if (!text.startsWith('- ')) return <p key={text}>{inline(text)}</p>;
  const items = text.slice(2).split('\n- ');
  return (
    <ul key={text}>
      {items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </ul>
  );
}

const marked = /(\*\*.+?\*\*|\[.+?\]\(.+?\))/;
const elsewhere = { target: '_blank', rel: 'noopener noreferrer' };

function inline(text: string): ReactNode[] {
  const parts = text.replace(/\n */g, ' ').split(marked);
  return parts.map((part) => {
    if (part.startsWith('**')) return <strong key={part}>{part.slice(2, -2)}</strong>;
    const [, name, to] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    if (to === undefined) return part;
    return (
      <a key={part} href={to} {...(to.startsWith('https:') ? elsewhere : {})}>
        {name}
      </a>
    );
  });
}
