/** The first focusable element of the page. */
export function SkipLink() {
  return (
    <a
      href="#content"
      className="sr-only rounded-md bg-ink px-4 py-3 font-semibold text-on-ink focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-70"
    >
      Skip to content
    </a>
  );
}
