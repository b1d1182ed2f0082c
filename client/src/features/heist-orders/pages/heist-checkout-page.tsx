import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { issueOf } from '../../../lib/api-error.ts';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { CheckoutFrame } from '../../../ui/checkout-frame.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { WonItems } from '../../../ui/won-items.tsx';
import { checkOutHeists } from '../api.ts';
import { useHeistCart } from '../use-heist-cart.ts';

export function Page() {
  return (
    <CheckoutFrame
      title="Heist Checkout"
      cartPath={paths.heistCart}
      ordersPath={paths.heistOrders}
      cart={useHeistCart()}
    >
      {(items, onPlaced) => (
        <div className="grid max-w-[620px] gap-3.5">
          <WonItems items={items} />
          <HeistCheckoutForm onPlaced={onPlaced} />
        </div>
      )}
    </CheckoutFrame>
  );
}

const MIN = 5;
const MAX = 500;

/** H9: phone number and address in one text. */
function HeistCheckoutForm({ onPlaced }: { onPlaced: (message: string) => void }) {
  const queries = useQueryClient();
  const [length, setLength] = useState(0);
  const [error, setError] = useState<string>();
  const placing = useMutation({
    mutationFn: checkOutHeists,
    onSuccess: ({ message }) => {
      queries.setQueriesData({ queryKey: ['heist-cart'] }, []);
      void queries.invalidateQueries({ queryKey: ['heist-orders'] });
      onPlaced(message);
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('address') as HTMLTextAreaElement;
    const address = field.value.trim();
    if (address.length >= MIN) return placing.mutate({ address });
    setError('Enter a phone number and an address');
    field.focus();
  };

  const failure = placing.error;
  return (
    <form onSubmit={submit} noValidate className="grid gap-3.5" aria-label="Checkout">
      <Failure error={failure} text="Error during checkout" />
      <TextArea
        label="Phone number and address"
        name="address"
        autoComplete="street-address"
        rows={5}
        required
        maxLength={MAX}
        aside={`${length} of ${MAX}`}
        hint="We call this number before we deliver."
        error={error ?? issueOf(failure, 'address')}
        onChange={({ target }) => {
          setLength(target.value.length);
          setError(undefined);
        }}
      />
      <p className="flex items-center gap-2.5 rounded-md bg-brand-soft px-3.5 py-3 text-sm">
        <Lock size={20} aria-hidden className="shrink-0 text-brand" />
        Only the team that packs your order sees this.
      </p>
      <Submit busy={placing.isPending}>Place Order</Submit>
    </form>
  );
}
