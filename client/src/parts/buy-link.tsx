import { paths } from '@copup/shared/page-paths.ts';
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router-dom';
import { returnTo } from '../lib/return-to.ts';
import { ButtonLink } from '../ui/button.tsx';

type BuyLinkProps = Omit<ComponentProps<typeof ButtonLink>, 'to' | 'state'> & { missing?: number };

/** The way to the coin shop, which offers what covers the missing coins, and leads back to this page afterwards. */
export function BuyLink({ missing = 0, ...rest }: BuyLinkProps) {
  const place = useLocation();
  return (
    <ButtonLink
      {...rest}
      to={missing > 0 ? `${paths.buy}?missing=${missing}` : paths.buy}
      state={returnTo(place)}
    />
  );
}
