import { paths } from '@copup/shared/page-paths.ts';
import type { CoinPackage, ManualPaymentReply } from '@copup/shared/shop.ts';
import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BalancePill } from '../../../balance/balance-pill.tsx';
import { useTitle } from '../../../lib/use-title.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Page as PageBody, PageHeader } from '../../../ui/page-header.tsx';
import { toast } from '../../../ui/toast.ts';
import { PackageGrid } from '../package-grid.tsx';
import { PurchaseModal } from '../purchase-modal.tsx';

const historyAfterMs = 2_000;

/** The coin shop. After a purchase the payment history follows after two seconds, where the reference stays visible. */
export function Page() {
  useTitle('Coin shop');
  const [chosen, setChosen] = useState<CoinPackage | null>(null);
  const [paid, setPaid] = useState<ManualPaymentReply | null>(null);
  const navigate = useNavigate();
  useEffect(() => {
    if (!paid) return;
    const timer = setTimeout(() => void navigate(paths.payments), historyAfterMs);
    return () => clearTimeout(timer);
  }, [paid, navigate]);
  return (
    <>
      <PageHeader title="Coin shop" backTo={paths.dashboard}>
        <BalancePill className="rounded-full bg-surface px-3 py-2 shadow-1" />
      </PageHeader>
      <PageBody>
        {paid ? (
          <Note look="ok" title={`Quote ${paid.reference} in your transfer’s narration.`}>
            The transfer is being checked. The coins are credited when it is confirmed.
          </Note>
        ) : (
          <div className="-mt-1 flex flex-wrap items-center justify-between gap-2">
            <p className="text-ink-2">Pay by bank transfer. Coins arrive once the payment is approved.</p>
            {/* As a document of its own, whose policy lets it load the provider's script (X12). */}
            <ButtonLink look="line" size="sm" to={paths.payByCard} reloadDocument>
              <CreditCard size={18} aria-hidden />
              Pay by card
            </ButtonLink>
          </div>
        )}
        <PackageGrid onBuy={setChosen} />
      </PageBody>
      {chosen ? (
        <PurchaseModal
          pack={chosen}
          onClose={() => setChosen(null)}
          onPaid={(payment) => {
            setChosen(null);
            setPaid(payment);
            // The specification's text, and the truth: no transfer is confirmed yet.
            toast.success(`${payment.message} Your coins arrive once we find your transfer.`);
          }}
        />
      ) : null}
    </>
  );
}
