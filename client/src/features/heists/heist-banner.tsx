import { Link } from 'react-router-dom';
import { VaultDoor } from '../../ui/art/vault-door.tsx';

interface HeistBannerProps {
  title: string;
  text: string;
  /** The target; without one it is not a link. */
  to?: string;
}

const look =
  'stage adire grid min-h-34 grid-cols-[minmax(0,1fr)_auto] items-center overflow-hidden rounded-[24px] py-4.5 pl-4.5 [--moon-at:right_-120px_center] lg:h-47 lg:py-6 lg:pl-8';

/** A headline beside the door of a vault. */
export function HeistBanner({ title, text, to }: HeistBannerProps) {
  const content = (
    <>
      <span className="min-w-0 self-center">
        <b className="block font-display text-[1.5rem] leading-[1.02] font-bold tracking-tight lg:text-[2.25rem]">
          {title}
        </b>
        <span className="mt-1.5 block text-sm leading-snug text-on-stage-2">{text}</span>
      </span>
      <span className="block w-33 overflow-visible max-[359px]:w-20 lg:w-75">
        <VaultDoor className="-my-10 size-47 max-w-none lg:-my-15 lg:size-65" />
      </span>
    </>
  );
  return to ? (
    <Link to={to} className={look}>
      {content}
    </Link>
  ) : (
    <section aria-label={title} className={look}>
      {content}
    </section>
  );
}
