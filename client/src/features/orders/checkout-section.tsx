import { Phone } from 'lucide-react';
import { type Network as Name, networkOf, networks, states } from '../../lib/nigeria.ts';
import { Card } from '../../ui/card.tsx';
import { Field, FieldNotes, Select, TextArea } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { sections } from './checkout-fields.ts';

interface SectionProps {
  section: (typeof sections)[number];
  /** The props of a field by its name, as `useForm` returns them. */
  field: (name: string) => { name: string; error: string | undefined };
  /** What was typed by now. */
  values: Readonly<Record<string, string>>;
  onNetwork: (network: Name) => void;
}

/** Fields of a checkout, below a heading. */
export function Section({ section: [need, title, fields], field, values, onNetwork }: SectionProps) {
  return (
    <Card className="flex flex-wrap gap-3.5 p-4 *:min-w-0 *:basis-full">
      <h2 className="text-ctl">{title}</h2>
      {need === 'airtime' ? (
        <Network values={values} onChoose={onNetwork} error={field('network').error} />
      ) : null}
      {fields.map((spec) => {
        const { [spec.name]: value = '' } = values;
        const props = { autoComplete: 'off', ...spec, ...field(spec.name), defaultValue: value };
        const isHalf = spec.name === 'city' || spec.name === 'state';
        return (
          <div key={spec.name} className={isHalf ? 'flex-[1_1_8rem]!' : undefined}>
            {spec.name === 'state' ? (
              <Select {...props}>
                <option value="">Choose</option>
                {states.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </Select>
            ) : need === 'text' ? (
              <TextArea {...props} rows={5} aside={`${value.length} of ${spec.maxLength}`} />
            ) : (
              <Field
                {...props}
                required={!spec.aside}
                icon={spec.inputMode === 'tel' ? <Phone size={20} aria-hidden /> : undefined}
                onPaste={spec.name === 'topUpAgain' ? (event) => event.preventDefault() : undefined}
              />
            )}
          </div>
        );
      })}
    </Card>
  );
}

interface NetworkProps extends Pick<SectionProps, 'values'> {
  onChoose: (network: Name) => void;
  error: string | undefined;
}

/** The network of an airtime prize. */
function Network({ values: { network = '', topUp = '' }, onChoose, error }: NetworkProps) {
  const guess = networkOf(topUp);
  const tabs = networks.map((name) => ({ value: name, name }));
  return (
    <div>
      <Tabs label="Network" value={network as Name} onChange={onChoose} tabs={tabs} />
      <input type="hidden" name="network" value={network} />
      <FieldNotes
        id="network"
        error={network === '' ? error : undefined}
        hint={guess && guess !== network ? `This number began with ${guess}. Check the network.` : undefined}
      />
    </div>
  );
}
