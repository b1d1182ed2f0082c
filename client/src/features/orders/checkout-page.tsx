import { isolate } from '@copup/shared/isolate.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { networkOf, readPhone } from '../../lib/nigeria.ts';
import { useSignedInUser } from '../../lib/session.ts';
import { readStoredJson, writeStored } from '../../lib/stored.ts';
import { Failure, Submit } from '../../parts/form-parts.tsx';
import { useForm } from '../../parts/use-form.ts';
import { HandOver } from '../../ui/hand-over.tsx';
import { LoadedList } from '../../ui/loaded-list.tsx';
import { Note } from '../../ui/note.tsx';
import { Screen } from '../../ui/page-header.tsx';
import { Steps } from '../../ui/steps.tsx';
import { itemCount, useCarts, type WonItem } from './carts.ts';
import {
  checkDetails,
  type Need,
  needsOf,
  sections,
  stepName,
  stepsOf,
  textsFor,
} from './checkout-fields.ts';
import { Section } from './checkout-section.tsx';
import { type Placing, usePlacing } from './use-placing.tsx';
import { cartStates, WithDock, WonItems } from './won-items.tsx';

/** The checkout of both carts; at its own address that of the heist cart alone, with its one text (H9). */
export function Page() {
  const { pathname, search } = useLocation();
  const isOfHeists = pathname === paths.heistCheckout;
  const { heists, both } = useCarts();
  const { placed, success, placing } = usePlacing();
  const title = isOfHeists ? 'Heist Checkout' : 'Checkout';
  const cart = isOfHeists ? paths.heistCart : paths.cartHome;
  return (
    <Screen title={title} backTo={search ? pathname : cart}>
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

/**
 * Asks for what the items need, with the address of the last order filled in, in one step or two. Both steps stay in the form,
 * so that what was typed is kept on the way back.
 */
function CheckoutForm({ items, needs, placed, placing }: CheckoutFormProps) {
  const user = useSignedInUser();
  const storedAs = `delivery.${user.id}`;
  const [typed, setTyped] = useState<Texts>(() => {
    const kept = readStoredJson(storedAs, isTexts) ?? { fullName: user.full_name };
    return { ...kept, topUp: kept.phone ?? '' };
  });
  const { topUp = '', topUpAgain = '' } = typed;
  const steps = stepsOf(needs);
  const { at, isLast, goOn } = useStep(steps, typed);
  const { form, field } = useForm({
    failure: placing.error,
    check: (read) => checkDetails(isLast ? needs : (steps[at] ?? []), read),
    send(read) {
      const names = sections.flatMap(([need, , fields]) => (need === 'address' ? fields : []));
      const address = Object.fromEntries(names.map(({ name }) => [name, read(name)]));
      if (needs.includes('address')) writeStored(storedAs, JSON.stringify(address));
      if (!isLast) return goOn();
      const needsIn = (some: readonly WonItem[]) => (needs[0] === 'text' ? needs : needsOf(some));
      placing.mutate({ items, textsOf: (some) => textsFor(needsIn(some), read) });
    },
  });
  const isUnchecked =
    isLast && needs.includes('airtime') && (topUpAgain === '' || readPhone(topUpAgain) !== readPhone(topUp));
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
        lead={
          isUnchecked
            ? 'Check the number first, then place the order.'
            : isLast
              ? itemCount(items.length)
              : `Next: ${stepName(steps[1] ?? []).toLowerCase()}`
        }
        action={
          <>
            <Failure error={placing.error} text="Error during checkout" />
            <Submit busy={placing.isPending} disabled={isUnchecked}>
              {isLast ? 'Place Order' : 'Continue'}
            </Submit>
          </>
        }
      >
        <Placed items={placed} />
        {steps.length > 1 ? <Steps steps={steps.map(stepName)} at={at} /> : null}
        {steps.map((step, nth) => (
          <div key={step[0]} hidden={nth !== at} className="grid grid-cols-[minmax(0,1fr)] gap-3.5">
            <WonItems items={steps.length === 1 ? items : items.filter((item) => isIn(step, item))} />
            {sections
              .filter(([need]) => step.includes(need))
              .map((section) => (
                <Section key={section[1]} {...{ section, field, values }} onNetwork={choose} />
              ))}
          </div>
        ))}
      </WithDock>
    </form>
  );
}

/** What was ordered before another item failed. */
function Placed({ items }: { items: readonly WonItem[] }) {
  if (items.length === 0) return null;
  return (
    <Note look="ok" role="status" title={`Ordered: ${items.map(({ name }) => isolate(name)).join(', ')}`}>
      What you see below isn’t ordered yet.
    </Note>
  );
}

const isIn = (step: readonly Need[], item: WonItem) => needsOf([item]).some((need) => step.includes(need));

/** The step in the address, which the browser’s way back leaves: the second one only after a complete first one. */
function useStep(steps: readonly (readonly Need[])[], typed: Texts) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [isOpen, setIsOpen] = useState(() =>
    Object.values(checkDetails(steps[0] ?? [], (name) => typed[name] ?? '')).every((wrong) => !wrong),
  );
  const at = isOpen && steps.length > 1 && search.has('step') ? 1 : 0;
  const shown = useRef(at);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const heading = document.querySelector('h1');
    if (heading) heading.tabIndex = -1;
    heading?.focus({ preventScroll: true });
  }, [at]);
  const isLost = !isOpen && search.has('step');
  useEffect(() => {
    if (isLost) void navigate('.', { replace: true });
  }, [isLost, navigate]);
  const goOn = () => {
    setIsOpen(true);
    void navigate('?step=2');
  };
  return { at, isLast: at === steps.length - 1, goOn };
}
