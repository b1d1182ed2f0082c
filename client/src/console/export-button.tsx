import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useNotify } from 'ra-core';
import { request } from '../lib/api.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { wordsOf } from './form-errors.ts';

interface ExportButtonProps {
  /** The API's path of the file. */
  path: string;
  filename: string;
  name?: string;
}

const downloadTimeoutMs = 120_000;

/** Downloads a CSV file that only operators may read. */
export function ExportButton({ path, filename, name = 'Export CSV' }: ExportButtonProps) {
  const notify = useNotify();
  const { mutate, isPending } = useMutation({
    mutationFn: () => request<string>(path, { isText: true, timeoutMs: downloadTimeoutMs }),
    onSuccess: (text) => {
      saveFile(new Blob([text]), filename);
      notify(`${filename} is saved. The download is in the audit log.`, { type: 'success' });
    },
    onError: (error) => notify(wordsOf(error), { type: 'error' }),
  });
  return (
    <Button look="line" busy={isPending} onClick={() => mutate()} className="px-3.5 whitespace-nowrap">
      {isPending ? null : <Download size={18} aria-hidden />}
      {name}
    </Button>
  );
}
