import { type ReactNode, useEffect, useRef } from 'react';

interface StageCardProps {
  /** By default that of a trade, whose changes take the focus. */
  label?: string;
  mark?: ReactNode;
  title: string;
  text: string;
  children?: ReactNode;
}

/** What is true of a purchase now. The focus moves to a trade with each new state. */
export function StageCard({ label, mark, title, text, children }: StageCardProps) {
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (title && !label) headline.current?.focus({ preventScroll: true });
  }, [title, label]);
  return (
    <section
      aria-label={label ?? 'Your trade'}
      className="stage adire overflow-hidden rounded-[24px] [--moon-at:right_-110px_top_-120px]"
    >
      <div className="flex flex-wrap items-center gap-4 p-4.5">
        {mark}
        <div className="min-w-0 flex-[1_1_10rem]">
          <h2 ref={headline} tabIndex={-1} className="text-xl leading-tight wrap-anywhere outline-none">
            {title}
          </h2>
          <p className="mt-1 wrap-anywhere text-on-stage-2">{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}
