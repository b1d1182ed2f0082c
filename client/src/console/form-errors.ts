import { ApiError } from '../lib/api-error.ts';

/** Errors of a form by field; `root.server` has the error of the whole form. */
export interface FormErrors {
  [field: string]: string | { server: string };
}

/** Assigns the server's issues to the form's fields; issues of other fields become the error of the whole form. */
export function formErrorsOf(error: unknown, fields: readonly string[]): FormErrors {
  const errors: FormErrors = {};
  const others: string[] = [];
  const issues = error instanceof ApiError ? error.issues : [];
  for (const { path, message } of issues) {
    if (fields.includes(path)) errors[path] ??= message;
    else others.push(path ? `${path}: ${message}` : message);
  }
  errors.root = { server: [wordsOf(error), ...others].join(' ') };
  return errors;
}

/** Returns the text of an error. */
export const wordsOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : 'This did not work.';

/** Returns the text of a field's error, which ra-core may wrap in an object. */
export function errorText(message: unknown): string | undefined {
  if (typeof message === 'string') return message;
  const wrapped = (message as { message?: unknown } | null | undefined)?.message;
  return typeof wrapped === 'string' ? wrapped : undefined;
}
