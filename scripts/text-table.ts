/** Formats rows as columns of text, two spaces apart. `alignsRight` aligns all columns but the first to the right. */
export function textTable(rows: readonly (readonly string[])[], alignsRight = false): string {
  const widths = columnWidths(rows);
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          alignsRight && at > 0 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The same below a line of headings, with figures to the right. */
export function figureTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = columnWidths([headings, ...rows]).map((width) => '─'.repeat(width));
  return textTable([headings, rule, ...rows], true);
}

function columnWidths(rows: readonly (readonly string[])[]): number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
}
