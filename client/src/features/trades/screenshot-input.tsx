import { ImageUp, Trash2 } from 'lucide-react';
import { type RefObject, useId } from 'react';
import { formatFileSize } from '../../lib/format-bytes.ts';
import { useObjectUrl } from '../../lib/use-object-url.ts';
import { IconButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FieldNotes } from '../../ui/field.tsx';

const types: readonly string[] = ['image/png', 'image/jpeg', 'image/webp'];
const mostBytes = 2 * 2 ** 20;

/** Returns why a file cannot be the screenshot. The server checks its content. */
export function errorOfScreenshot(file: File | null): string | undefined {
  if (!file) return 'Please upload a screenshot before proceeding.';
  if (!types.includes(file.type)) return 'PNG, JPEG or WebP only';
  return file.size > mostBytes ? 'At most 2 MB' : undefined;
}

interface ScreenshotInputProps {
  file: File | null;
  onChange: (file: File | null) => void;
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  disabled: boolean;
}

/** The input for the proof of payment, with a preview. */
export function ScreenshotInput({ file, onChange, error, input, disabled }: ScreenshotInputProps) {
  const id = useId();
  const preview = useObjectUrl(file && types.includes(file.type) ? file : null);
  const clear = () => {
    if (input.current) input.current.value = '';
    onChange(null);
    input.current?.focus();
  };
  return (
    <div className="min-w-0">
      <div
        className={classNames(
          'relative flex flex-wrap items-center gap-3 rounded-md bg-surface p-2.5 focus-within:shadow-[inset_0_0_0_2px_var(--c-brand),0_0_0_4px_var(--c-brand-soft)]',
          error ? 'shadow-[inset_0_0_0_2px_var(--c-danger)]' : 'ctl-line',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={types.join(',')}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
          onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-[12px] bg-brand-soft text-brand">
          {preview ? (
            <img src={preview} alt="Your screenshot" className="size-full object-cover" />
          ) : (
            <ImageUp size={24} aria-hidden />
          )}
        </span>
        <label htmlFor={id} className="min-w-0 flex-[1_1_8rem]">
          <span className="block font-semibold wrap-anywhere">
            {file ? file.name : 'Upload a screenshot'}
          </span>
          <span id={`${id}-hint`} className="block text-sm text-ink-2">
            {file
              ? `Payment screenshot, ${formatFileSize(file.size)}`
              : 'of your payment: PNG, JPEG or WebP, at most 2 MB'}
          </span>
        </label>
        {file ? (
          <IconButton
            label="Remove the screenshot"
            onClick={clear}
            disabled={disabled}
            className="relative text-ink-2"
          >
            <Trash2 size={20} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <FieldNotes id={id} error={error} isAlert />
    </div>
  );
}
