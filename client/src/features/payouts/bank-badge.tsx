import type { CSSProperties } from 'react';
import { classNames } from '../../ui/class-names.ts';

/** Background and text in the light theme; the dark theme has the text's colour as background. */
const colours = [
  ['#fff0cf', '#8a5200'],
  ['#e6e9fb', '#2439b0'],
  ['#c8f1f6', '#0b6270'],
  ['#f6d6f1', '#6a1f63'],
  ['#ddf3e6', '#0a7245'],
  ['#ffe7e1', '#bf240b'],
] as const;

interface BankBadgeProps {
  name: string;
  isClosed?: boolean;
  className?: string;
}

/** The first letters of a bank, in place of a logo. They are no text of the page, so they are not part of a button's name. */
export function BankBadge({ name, isClosed, className = 'size-[2.25rem]' }: BankBadgeProps) {
  const [background, text] = colourOf(name);
  return (
    <span
      aria-hidden="true"
      data-letters={name.slice(0, 2).toUpperCase()}
      style={isClosed ? undefined : ({ '--bank': background, '--bank-text': text } as CSSProperties)}
      className={classNames(
        'grid shrink-0 place-items-center rounded-[11px] text-xs font-bold before:content-[attr(data-letters)]',
        isClosed
          ? 'bg-sunken text-ink-3'
          : 'bg-(--bank) text-(--bank-text) dark:bg-(--bank-text) dark:text-white',
        className,
      )}
    />
  );
}

function colourOf(name: string): (typeof colours)[number] {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return colours[sum % colours.length] ?? colours[0];
}
