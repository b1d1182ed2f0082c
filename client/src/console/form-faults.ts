import { ApiError } from '../lib/api-error.ts';

/** Faults of a form: by field what is wrong there, under `root.server` what is wrong with the whole. */
export interface FormFaults {
  [field: string]: string | { server: string };
}

/** What the server or a check refused, placed at the fields it names; what names no field here stays above them. */
export function faultsOf(error: unknown, fields: readonly string[]): FormFaults {
  const faults: FormFaults = {};
  const others: string[] = [];
  const issues = error instanceof ApiError ? error.issues : [];
  for (const { path, message } of issues) {
    if (fields.includes(path)) faults[path] ??= message;
    else others.push(path ? `${path}: ${message}` : message);
  }
  faults.root = { server: [wordsOf(error), ...others].join(' ') };
  return faults;
}

/** A failure in a sentence. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'This did not work.';

/** The text of a fault, which ra-core's checks wrap once more. */
export function faultText(message: unknown): string | undefined {
  if (typeof message === 'string') return message;
  const wrapped = (message as { message?: unknown } | null | undefined)?.message;
  return typeof wrapped === 'string' ? wrapped : undefined;
}
