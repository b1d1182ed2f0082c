import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { networkOf, readPhone } from '../../lib/nigeria.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { readStoredJson, writeStored } from '../../lib/stored.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { HandOver } from '../../ui/hand-over.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { itemCount, useCarts, type WonItem } from './carts.ts';
import { checkDetails, type Need, needsOf, sections, textsFor } from './checkout-fields.ts';
import { Section } from './checkout-section.tsx';
import { type Placing, usePlacing } from './use-placing.tsx';
import { cartStates, WithDock, WonItems } from './won-items.tsx';

/** The checkout of both carts; at its own address that of the heist cart alone, with its one text (H9). */
export function Page() {
  const isOfHeists = useLocation().pathname === paths.heistCheckout;
  const { heists, both } = useCarts();
  const { placed, success, placing } = usePlacing();
  const title = isOfHeists ? 'Heist Checkout' : 'Checkout';
  return (
    <Screen title={title} backTo={isOfHeists ? paths.heistCart : paths.cartHome}>
      {success ? (
        <HandOver {...success} />
      ) : (
        <LoadedList<WonItem> query={isOfHeists ? heists : both} {...cartStates}>
          {(all) => {
            const items = all.filter(({ kind }) => kind !== placed[0]?.kind);
            const needs: Need[] = isOfHeists ? ['text'] : needsOf(items);
            return <CheckoutForm {...{ items, needs, placed, placing }} />;
          }}
        </LoadedList>
      )}
    </Screen>
  );
}

type Texts = Record<string, string>;
const isTexts = (value: unknown): value is Texts =>
  Object.values(value ?? {}).every((text) => typeof text === 'string');

interface CheckoutFormProps {
  items: readonly WonItem[];
  needs: readonly Need[];
  placed: readonly WonItem[];
  placing: Placing;
}

/** Asks for what the items need, with the address of the last order filled in. */
function CheckoutForm({ items, needs, placed, placing }: CheckoutFormProps) {
  const user = useSignedInUser();
  const storedAs = `delivery.${user.id}`;
  const [typed, setTyped] = useState<Texts>(() => {
    const kept = readStoredJson(storedAs, isTexts) ?? { fullName: user.full_name };
    return { ...kept, topUp: kept.phone ?? '' };
  });
  const { topUp = '', topUpAgain = '' } = typed;
  const { form, field } = useForm({
    failure: placing.error,
    check: (read) => checkDetails(needs, read),
    send(read) {
      const names = sections.flatMap(([need, , fields]) => (need === 'address' ? fields : []));
      const address = Object.fromEntries(names.map(({ name }) => [name, read(name)]));
      if (needs.includes('address')) writeStored(storedAs, JSON.stringify(address));
      const needsIn = (some: readonly WonItem[]) => (needs[0] === 'text' ? needs : needsOf(some));
      placing.mutate({ items, textsOf: (some) => textsFor(needsIn(some), read) });
    },
  });
  const isUnchecked =
    needs.includes('airtime') && (topUpAgain === '' || readPhone(topUpAgain) !== readPhone(topUp));
  const choose = (network: string) => setTyped((before) => ({ ...before, network }));
  const values = { network: networkOf(topUp) ?? '', ...typed };
  return (
    <form
      {...form}
      aria-label="Checkout"
      className="**:scroll-mb-60 lg:**:scroll-mb-4"
      onChange={({ target }) => {
        const { name, value } = target as Element as HTMLInputElement;
        setTyped((before) => ({ ...before, [name]: value }));
      }}
    >
      <WithDock
        lead={isUnchecked ? 'Check the number first, then place the order.' : itemCount(items.length)}
        action={
          <>
            <Failure error={placing.error} text="Error during checkout" />
            <Submit busy={placing.isPending} disabled={isUnchecked}>
              Place Order
            </Submit>
          </>
        }
      >
        {placed.length > 0 ? (
          <Note
            look="ok"
            role="status"
            title={`Ordered: ${placed.map(({ name }) => isolate(name)).join(', ')}`}
          >
            What you see below isn’t ordered yet.
          </Note>
        ) : null}
        <WonItems items={items} />
        {sections
          .filter(([need]) => needs.includes(need))
          .map((section) => (
            <Section key={section[1]} section={section} field={field} values={values} onNetwork={choose} />
          ))}
      </WithDock>
    </form>
  );
}
