import type { CartItem, CheckoutBody } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { issueOf } from '../../../lib/api-error.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { CheckoutFrame } from '../../../ui/checkout-frame.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { checkOut } from '../api.ts';
import { type CheckoutField, checkCheckout, fieldsFor } from '../checkout-fields.ts';
import { useCart } from '../use-cart.ts';

export function Page() {
  return (
    <CheckoutFrame<CartItem>
      title="Checkout"
      cartPath={paths.cart}
      ordersPath={paths.orders}
      cart={useCart()}
    >
      {(items, onPlaced) => (
        <>
          <WonItems items={items} />
          <CheckoutForm fields={fieldsFor(items)} onPlaced={onPlaced} />
        </>
      )}
    </CheckoutFrame>
  );
}

interface CheckoutFormProps {
  fields: CheckoutField[];
  onPlaced: (message: string) => void;
}

function CheckoutForm({ fields, onPlaced }: CheckoutFormProps) {
  const queries = useQueryClient();
  const [errors, setErrors] = useState<Partial<Record<CheckoutField, string | undefined>>>({});
  const placing = useMutation({
    mutationFn: checkOut,
    onSuccess: ({ message }) => {
      queries.setQueriesData({ queryKey: ['cart'] }, []);
      void queries.invalidateQueries({ queryKey: ['orders'] });
      onPlaced(message);
    },
  });

  // Editing a field clears its error until the next submit.
  const forget = ({ target }: FormEvent) =>
    setErrors((before) => ({ ...before, [(target as HTMLInputElement).name]: undefined }));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    const body: CheckoutBody = Object.fromEntries(
      fields.map((field) => [field, String(values.get(field)).trim()]),
    );
    const found = checkCheckout(fields, body);
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (first === undefined) placing.mutate(body);
    else (form.elements.namedItem(first) as HTMLElement | null)?.focus();
  };

  const failure = placing.error;
  const propsOf = (name: CheckoutField) => ({
    name,
    required: true,
    error: errors[name] ?? issueOf(failure, name),
  });
  return (
    <form
      onSubmit={submit}
      onInput={forget}
      noValidate
      className="grid max-w-[560px] gap-3.5"
      aria-label="Checkout"
    >
      <Failure error={failure} text="Error during checkout" />
      {fields.includes('address') ? (
        <TextArea label="Delivery address" autoComplete="street-address" {...propsOf('address')} />
      ) : null}
      {fields.includes('accountName') ? (
        <Note look="info" title="Your cash is paid to your bank account">
          Enter the name and the 10-digit number of the account, as your bank has them. Check both: we pay to
          this account.
        </Note>
      ) : null}
      {fields.includes('accountName') ? (
        <Field
          label="Account name"
          hint="The full name on the account"
          autoComplete="off"
          {...propsOf('accountName')}
        />
      ) : null}
      {fields.includes('accountNumber') ? (
        <Field
          label="Account number"
          hint="10 digits (NUBAN)"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          {...propsOf('accountNumber')}
        />
      ) : null}
      {fields.includes('contactInfo') ? (
        <Field label="Contact" hint="A phone number or e-mail for the coupon" {...propsOf('contactInfo')} />
      ) : null}
      <Submit busy={placing.isPending}>Place Order</Submit>
    </form>
  );
}
