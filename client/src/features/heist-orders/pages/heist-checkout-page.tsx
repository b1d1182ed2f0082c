import { paths } from '@copup/shared/page-paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { Failure, Submit } from '../../../parts/form-parts.tsx';
import { useForm } from '../../../parts/use-form.ts';
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
  const placing = useMutation({
    mutationFn: checkOutHeists,
    onSuccess: ({ message }) => {
      queries.setQueriesData({ queryKey: ['heist-cart'] }, []);
      void queries.invalidateQueries({ queryKey: ['heist-orders'] });
      onPlaced(message);
    },
  });
  const { form, field } = useForm({
    failure: placing.error,
    check: (read) => ({
      address: read('address').length >= MIN ? undefined : 'Enter a phone number and an address',
    }),
    send: (read) => placing.mutate({ address: read('address') }),
  });
  return (
    <form {...form} className="grid gap-3.5" aria-label="Checkout">
      <Failure error={placing.error} text="Error during checkout" />
      <TextArea
        label="Phone number and address"
        autoComplete="street-address"
        rows={5}
        maxLength={MAX}
        aside={`${length} of ${MAX}`}
        hint="We call this number before we deliver."
        onChange={({ target }) => setLength(target.value.length)}
        {...field('address')}
      />
      <p className="flex items-center gap-2.5 rounded-md bg-brand-soft px-3.5 py-3 text-sm">
        <Lock size={20} aria-hidden className="shrink-0 text-brand" />
        Only the team that packs your order sees this.
      </p>
      <Submit busy={placing.isPending}>Place Order</Submit>
    </form>
  );
}
