/** A button that opens the confirmation of something dangerous: lined, because the confirmation has the filled one. */
export const dangerLine = 'enabled:text-danger! enabled:shadow-[inset_0_0_0_1.5px_var(--c-danger)]!';
