/** Returns the innermost cause of an error in words: `fetch failed` alone names nothing. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, errors } = error as Error & { errors?: Error[] };
  if (cause !== undefined) return causeOf(cause);
  if (errors?.[0]) return causeOf(errors[0]);
  return error.message || error.name;
}

/** Explains why a realm could not be created: the address, the cause, and the option that may change it. */
export function setUpError(error: Error, { url, email }: { url: string; email: string }): Error {
  const cause = causeOf(error);
  const status = /: (\d{3}) /.exec(cause)?.[1];
  if (status === undefined)
    return new Error(`${url} does not answer: ${cause}. Start the server, or name another one with --url.`);
  if (cause.startsWith('POST /auth'))
    return new Error(
      `${url} refuses the operator ${email}: ${cause}. Name another one with --operator and --password.`,
    );
  if (status === '404' || status === '403')
    return new Error(
      `${url} does not let ${email} create load tests: ${cause}. Start it with LOAD_TESTS=allow, or name an owner with --operator.`,
    );
  return new Error(`${url} did not create a realm: ${cause}.`);
}
