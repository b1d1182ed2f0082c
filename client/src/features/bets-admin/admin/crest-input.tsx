import { type CrestParts, type CrestPattern, crestPatterns, parseCrest } from '@copup/shared/crest.ts';
import { useInput } from 'ra-core';
import { useId } from 'react';
import { Crest } from '../../../ui/art/crest.tsx';
import { Select } from '../../../ui/field.tsx';

const patternNames: Record<CrestPattern, string> = {
  pale: 'Vertical stripe',
  fess: 'Horizontal stripe',
  bend: 'Diagonal stripe',
  roundel: 'Circle',
  bars: 'Two bars',
  halves: 'Two halves',
};

/** Chooses the pattern and the colours of a crest, beside the crest itself. */
export function CrestInput({ source }: { source: string }) {
  const { field } = useInput<string>({ source, parse: (text: string) => text });
  const parts = parseCrest(field.value as string);
  const change = (part: Partial<CrestParts>) => {
    const { pattern, field: ground, mark } = { ...parts, ...part };
    field.onChange(`${pattern}-${ground.slice(1)}-${mark.slice(1)}`.toLowerCase());
  };
  return (
    <div className="flex items-end gap-4">
      <div className="grid flex-1 grid-cols-2 items-end gap-3">
        <div className="col-span-2">
          <Select
            label="Crest"
            value={parts.pattern}
            onChange={(pattern) => change({ pattern: pattern as CrestPattern })}
            options={crestPatterns.map((pattern) => [pattern, patternNames[pattern]])}
          />
        </div>
        <ColourInput
          label="Field colour"
          value={parts.field}
          onChange={(colour) => change({ field: colour })}
        />
        <ColourInput label="Mark colour" value={parts.mark} onChange={(mark) => change({ mark })} />
      </div>
      <Crest crest={field.value as string} className="h-23 w-21 shrink-0" />
    </div>
  );
}

interface ColourInputProps {
  label: string;
  value: string;
  onChange: (colour: string) => void;
}

function ColourInput({ label, value, onChange }: ColourInputProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="color"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        className="ctl-line h-ctl w-full cursor-pointer rounded-md bg-surface p-1.5"
      />
    </div>
  );
}
