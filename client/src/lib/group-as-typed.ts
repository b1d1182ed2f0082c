/**
 * Groups the digits of a field while they are typed or pasted, "2500" as "2,500", and keeps the caret behind the digit
 * where it was. Leaves any other text as it is, so that "12.50" never becomes 1,250. Returns the field's new text.
 */
export function groupAsTyped(input: HTMLInputElement): string {
  const { value, selectionStart } = input;
  if (!/^[\d,\s]+$/.test(value)) return value;
  const group = (digits: string) => digits.replace(/\D/g, '').replace(/\B(?=(\d{3})+$)/g, ',');
  const grouped = group(value);
  let left = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
  let caret = 0;
  while (left > 0) if (grouped[caret++] !== ',') left -= 1;
  input.value = grouped;
  input.setSelectionRange(caret, caret);
  return grouped;
}
