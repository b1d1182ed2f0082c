import { type ButtonHTMLAttributes, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { classNames } from './class-names.ts';
import { focusReplacementOf } from './next-focus.ts';
import { Spinner } from './spinner.tsx';

/**
 * `coin` is for buttons that spend or move coins, the only gold ones. A button looks `line` and a
 * link `ink` by default.
 */
type Look = 'coin' | 'ink' | 'line' | 'soft' | 'white' | 'danger' | 'ghost';

const looks: Record<Look, string> = {
  coin: 'coin-edge mb-[3px] bg-coin text-on-coin hover:bg-[#ffb936]',
  ink: 'bg-ink text-on-ink hover:bg-[color-mix(in_srgb,var(--c-ink)_88%,var(--c-canvas))]',
  line: 'ctl-line bg-surface text-ink on-stage:bg-transparent on-stage:text-white on-stage:shadow-[inset_0_0_0_1.5px_rgb(201_210_255/0.6)]',
  soft: 'bg-sunken text-ink',
  // The main action on a stage, in both themes.
  white: 'bg-white text-[#0f1530]',
  danger: 'bg-danger text-white dark:text-[#2b060c]',
  ghost: 'px-3 text-brand',
};
const disabledLook =
  'cursor-not-allowed bg-sunken text-ink-3 shadow-[inset_0_0_0_1px_var(--c-line)] on-stage:bg-white/10 on-stage:text-on-stage-2 on-stage:shadow-none';
const shape =
  'relative inline-flex items-center justify-center gap-2 text-center font-bold leading-tight transition-transform duration-(--dur-press)';
// When pressed, gold buttons move down by their edge; the others shrink slightly.
const gives = 'active:not-aria-busy:scale-98';
const sizes = {
  sm: 'min-h-tap rounded-[12px] px-3.5 py-1 text-sm',
  md: 'min-h-ctl rounded-md px-5 py-1.5 text-ctl',
  lg: 'min-h-[60px] rounded-md px-5 py-1.5 text-lg',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  size?: keyof typeof sizes;
  /** While busy the button keeps its width, is announced as busy, and ignores presses. */
  busy?: boolean;
  /** Text beside the spinner while busy; without it the spinner replaces the label. */
  busyText?: ReactNode;
  /** Whether it keeps the focus while disabled, because its own press disables it. */
  keepsFocus?: boolean;
  children: ReactNode;
}

/** A button. If its press removes it, the focus moves to what replaces it. */
export function Button({
  look = 'line',
  size = 'md',
  busy = false,
  busyText,
  keepsFocus = false,
  type = 'button',
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const pressedWidth = useRef(0);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      if (element && element === document.activeElement) focusReplacementOf(element)();
    };
  }, []);
  const isHushed = busy && busyText === undefined;
  return (
    <button
      {...rest}
      ref={button}
      style={busy && pressedWidth.current > 0 ? { minWidth: pressedWidth.current } : undefined}
      type={busy && type === 'submit' ? 'button' : type}
      disabled={disabled && !keepsFocus}
      aria-busy={busy || undefined}
      aria-disabled={busy || (keepsFocus && disabled) || undefined}
      onClick={(event) => {
        if (busy || disabled) return;
        pressedWidth.current = event.currentTarget.offsetWidth;
        onClick?.(event);
      }}
      className={classNames(
        shape,
        sizes[size],
        disabled ? disabledLook : looks[look],
        !disabled && look !== 'coin' && gives,
        className,
      )}
    >
      {isHushed ? (
        <>
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
          <span className="inline-flex items-center justify-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        <>
          {busy ? <Spinner /> : null}
          {busy ? busyText : children}
        </>
      )}
    </button>
  );
}

interface ButtonLinkProps extends LinkProps {
  look?: Exclude<Look, 'danger'>;
  size?: keyof typeof sizes;
}

export function ButtonLink({ look = 'ink', size = 'md', className, ...rest }: ButtonLinkProps) {
  return (
    <Link
      {...rest}
      className={classNames(shape, sizes[size], looks[look], look !== 'coin' && gives, className)}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
}

export function IconButton({ label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      className={classNames(
        'inline-grid size-tap shrink-0 place-items-center rounded-md hover:bg-[rgb(127_127_127/0.12)]',
        className,
      )}
    />
  );
}
