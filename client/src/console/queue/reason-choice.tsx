import { classNames } from '../../ui/class-names.ts';
import { TextArea } from '../../ui/field.tsx';

export const OTHER = 'Other…';

interface ReasonChoiceProps {
  /** Unique on the page. */
  name: string;
  reasons: readonly string[];
  choice: string;
  onChoose: (choice: string) => void;
  typed: string;
  onType: (text: string) => void;
  error?: string | undefined;
}

/** A reason: one of those to choose from, or another that is typed. */
export function ReasonChoice({ name, reasons, choice, onChoose, typed, onType, error }: ReasonChoiceProps) {
  return (
    <>
      {reasons.length > 0 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Reason</legend>
          {[...reasons, OTHER].map((reason) => (
            <label
              key={reason}
              className={classNames(
                'relative inline-flex min-h-tap cursor-pointer items-center rounded-full px-3.5 text-sm font-semibold',
                reason === choice ? 'bg-ink text-on-ink' : 'ctl-line',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={reason === choice}
                onChange={() => onChoose(reason)}
                className="absolute inset-0 size-full cursor-pointer appearance-none rounded-full!"
              />
              {reason}
            </label>
          ))}
        </fieldset>
      ) : null}
      {choice === OTHER ? (
        <TextArea
          label="Reason"
          rows={2}
          maxLength={500}
          value={typed}
          error={error}
          onChange={(event) => onType(event.target.value)}
        />
      ) : null}
    </>
  );
}
