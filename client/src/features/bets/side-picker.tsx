import type { Fixture, Side, Team } from '@copup/shared/bets.ts';
import { Crest } from '../../ui/art/crest.tsx';
import { classNames } from '../../ui/class-names.ts';
import { VersusMark } from './versus.tsx';

interface SidePickerProps {
  fixture: Fixture;
  side: Side;
  onChange: (side: Side) => void;
  disabled: boolean;
}

/** The team that the user backs; the other player backs the other one. */
export function SidePicker({ fixture, side, onChange, disabled }: SidePickerProps) {
  const option = (value: Side, team: Team) => (
    <label
      className={classNames(
        'relative grid min-w-0 cursor-pointer content-start justify-items-center gap-1.5 rounded-[18px] px-2 pt-3.5 pb-3 text-center text-sm leading-tight',
        value === side
          ? 'bg-brand-soft shadow-[inset_0_0_0_2.5px_var(--c-brand)]'
          : 'bg-surface shadow-[inset_0_0_0_1.5px_var(--c-line)]',
      )}
    >
      <input
        type="radio"
        name="side"
        checked={value === side}
        onChange={() => onChange(value)}
        className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[18px]!"
      />
      <Crest crest={team.crest} className="h-11.5 w-10.5" />
      <span className="max-w-full font-semibold wrap-anywhere">{team.name}</span>
      <span className={classNames('text-xs', value === side ? 'font-semibold text-brand' : 'text-ink-2')}>
        {value === side ? 'Your side' : 'The other player'}
      </span>
    </label>
  );
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-2 font-display text-base font-bold">You back</legend>
      <div className="grid grid-cols-[minmax(0,1fr)_40px_minmax(0,1fr)] items-center gap-2">
        {option('team_a', fixture.team_a)}
        <VersusMark />
        {option('team_b', fixture.team_b)}
      </div>
    </fieldset>
  );
}
