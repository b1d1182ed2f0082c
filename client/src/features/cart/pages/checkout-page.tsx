import type { CartItem, CheckoutBody } from '@copup/shared/cart.ts';
import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
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
  const placing = useMutation({
    mutationFn: checkOut,
    onSuccess: ({ message }) => {
      queries.setQueriesData({ queryKey: ['cart'] }, []);
      void queries.invalidateQueries({ queryKey: ['orders'] });
      onPlaced(message);
    },
  });
  const bodyOf = (read: (name: string) => string): CheckoutBody =>
    Object.fromEntries(fields.map((name) => [name, read(name)]));
  const { form, field } = useForm<CheckoutField>({
    failure: placing.error,
    check: (read) => checkCheckout(fields, bodyOf(read)),
    send: (read) => placing.mutate(bodyOf(read)),
  });
  return (
    <form {...form} className="grid max-w-[560px] gap-3.5" aria-label="Checkout">
      <Failure error={placing.error} text="Error during checkout" />
      {fields.includes('address') ? (
        <TextArea label="Delivery address" autoComplete="street-address" {...field('address')} />
      ) : null}
      {fields.includes('accountName') ? (
        <>
          <Note look="info" title="Your cash is paid to your bank account">
            Enter the name and the 10-digit number of the account, as your bank has them. Check both: we pay
            to this account.
          </Note>
          <Field
            label="Account name"
            hint="The full name on the account"
            autoComplete="off"
            {...field('accountName')}
          />
        </>
      ) : null}
      {fields.includes('accountNumber') ? (
        <Field
          label="Account number"
          hint="10 digits (NUBAN)"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          {...field('accountNumber')}
        />
      ) : null}
      {fields.includes('contactInfo') ? (
        <Field label="Contact" hint="A phone number or e-mail for the coupon" {...field('contactInfo')} />
      ) : null}
      <Submit busy={placing.isPending}>Place Order</Submit>
    </form>
  );
}
