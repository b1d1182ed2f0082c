import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { vibrate } from '../lib/haptics.ts';
import { BeadRing } from './art/bead-ring.tsx';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { ShareButton } from './share-button.tsx';

interface WonFrameProps {
  title: string;
  share: { text: string; path: string };
  /** Whether the win was celebrated before: without beads and vibration. */
  isQuiet?: boolean;
  /** Inside the ring of beads. */
  picture: ReactNode;
  /** What was won, above the headline. */
  name?: string;
  headline: ReactNode;
  headlineClassName: string;
  actions: ReactNode;
  /** Closes the screen if it is a dialog. */
  onClose?: () => void;
  children: ReactNode;
}

/** The winner's screen of a play. */
export function WonFrame(props: WonFrameProps) {
  const { isQuiet = false } = props;
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headline.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    if (!isQuiet) vibrate([40, 60, 120]);
  }, [isQuiet]);
  return (
    <section
      aria-label={props.title}
      className="stage adire flex min-h-dvh flex-col overflow-hidden px-5 pb-6 [--moon-at:center_12%] [--moon-size:620px_620px] lg:px-14 lg:pb-10 lg:[--moon-at:left_-40px_center] lg:[--moon-size:760px_760px]"
    >
      <header className="flex min-h-15 items-center justify-between gap-3 pt-2 lg:pt-5">
        <h1 className="font-sans text-lg font-semibold text-on-stage-2">{props.title}</h1>
        <span className="flex gap-2">
          <ShareButton {...props.share} />
          {props.onClose ? (
            <IconButton label="Close" onClick={props.onClose} className="bg-white/12">
              <X size={24} aria-hidden />
            </IconButton>
          ) : null}
        </span>
      </header>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start lg:grid-cols-2 lg:content-center lg:items-center lg:gap-10">
        <div className="relative mx-auto grid size-[max(7rem,min(76vw,70dvh_-_18.75rem,20rem))] place-items-center lg:aspect-square lg:size-auto lg:w-full lg:max-w-132">
          {isQuiet ? null : <BeadRing className="absolute inset-0 animate-burst" />}
          {props.picture}
        </div>
        <div className="min-w-0 max-lg:text-center">
          {props.name ? (
            <p className="mt-3 font-semibold wrap-anywhere text-on-stage-2">{props.name}</p>
          ) : null}
          <h2
            ref={headline}
            tabIndex={-1}
            className={classNames(
              'mt-1 font-display leading-tight font-bold tracking-tighter outline-none',
              props.headlineClassName,
            )}
          >
            {props.headline}
          </h2>
          {props.children}
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(10.5rem,100%),1fr))] gap-2.5">
            {props.actions}
          </div>
        </div>
      </div>
    </section>
  );
}
