import { readReceiptLink } from '@copup/shared/sealed-receipt.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Image, ScanQrCode, WifiOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTitle } from '../../../lib/use-title.ts';
import { usePicture } from '../../../parts/read-code.tsx';
import { Scanner } from '../../../parts/scanner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field } from '../../../ui/field.tsx';
import { readReceipt, readReceiptKeys } from '../api.ts';
import { VerdictView } from '../verdict-view.tsx';
import { type Verdict, verifyReceipt } from '../verify-receipt.ts';

/** The text of the code, if it is one of a receipt. */
const receiptIn = (text: string) => (readReceiptLink(text) ? text : undefined);

/** W22: says whether a receipt that one was shown is real. It needs no account, and no network for the signature. */
export function Page() {
  useTitle('Verify');
  const [isScanning, setIsScanning] = useState(false);
  const { verdict, isBusy, check, follow, forget } = useCheck();
  if (isScanning)
    return (
      <Scanner
        title="Verify"
        find={receiptIn}
        onFound={(text) => {
          setIsScanning(false);
          check(text);
        }}
        onClose={() => setIsScanning(false)}
      />
    );
  return (
    <div className="mx-auto grid max-w-[560px] grid-cols-[minmax(0,1fr)] gap-4 px-4 pt-6 pb-12">
      {verdict ? (
        <VerdictView verdict={verdict} onChange={follow} onAnother={forget} />
      ) : (
        <CheckForm isBusy={isBusy} onCheck={check} onScan={() => setIsScanning(true)} />
      )}
    </div>
  );
}

function useCheck() {
  const [verdict, setVerdict] = useState<Verdict>();
  // Read ahead, so that this device can check without a network later.
  const keys = useQuery({ queryKey: ['receipt-keys'], queryFn: readReceiptKeys, networkMode: 'always' });
  const checking = useMutation({
    mutationFn: async (text: string) => {
      const known = keys.data ?? (await readReceiptKeys());
      return verifyReceipt(text, { keys: known, read: readReceipt, subtle: globalThis.crypto?.subtle });
    },
    networkMode: 'always',
    onSuccess: setVerdict,
  });
  return {
    verdict,
    isBusy: checking.isPending,
    check: (text: string) => checking.mutate(text),
    follow: () => checking.variables && checking.mutate(checking.variables),
    forget: () => setVerdict(undefined),
  };
}

interface CheckFormProps {
  isBusy: boolean;
  onCheck: (text: string) => void;
  onScan: () => void;
}

function CheckForm({ isBusy, onCheck, onScan }: CheckFormProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const picture = usePicture({ find: receiptIn, onFound: onCheck });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (readReceiptLink(typed.trim())) onCheck(typed.trim());
    else setError('This is not the code or the link of a receipt.');
  };
  return (
    <>
      <div>
        <h1 className="text-2xl">Is this receipt real?</h1>
        <p className="mt-1 text-ink-2">
          Pictures can be faked. Scan the code of a receipt before you hand anything over.
        </p>
      </div>
      <Button look="ink" size="lg" busy={isBusy} onClick={onScan}>
        <ScanQrCode size={24} aria-hidden />
        Scan its code
      </Button>
      <Button onClick={picture.open}>
        <Image size={20} aria-hidden />
        Choose a picture
      </Button>
      {picture.field}
      <Card className="p-4">
        <form onSubmit={submit} noValidate className="grid gap-3">
          <Field
            label="Or type its code"
            name="code"
            aside="26 letters and digits"
            hint="The link of a receipt works too."
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            error={error}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="font-mono"
          />
          <Button type="submit" busy={isBusy}>
            Check
          </Button>
        </form>
      </Card>
      <p className="flex gap-2 text-sm text-ink-2">
        <WifiOff size={20} aria-hidden className="shrink-0" />
        Works offline: the signature is inside the code. Pictures stay on this phone.
      </p>
    </>
  );
}
