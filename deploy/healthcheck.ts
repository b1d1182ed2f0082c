// Runs inside the container, because its image has no curl.
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`, {
  signal: AbortSignal.timeout(3_000),
}).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;

export {};
