/** Aligns the columns of a table in text. */

/** Returns one line for each row. Columns of numbers are aligned to the right. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean,
): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isRight(column) ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd(),
  )
}
