/** The fields of a row, one below the other. */
import { spaced } from '../format.ts'
import { Cell } from './row-cell.tsx'
import type { ColumnView, WholeRow } from './table-data.ts'

export function Fields({ row, targets, names }: Pick<WholeRow, 'row' | 'targets' | 'names'>) {
  return (
    <dl class="facts">
      {Object.keys(row).map((name) => (
        <>
          <dt>{spaced(name)}</dt>
          <dd>
            <Cell column={columnFor(name, targets[name])} row={row} names={names} whole />
          </dd>
        </>
      ))}
    </dl>
  )
}

/** As much of a column as a cell asks for. */
function columnFor(name: string, targets: WholeRow['targets'][string] | undefined): ColumnView {
  const to = targets?.[0]?.table
  const format = name.endsWith('_at') ? { format: 'timestamp' } : {}
  return { name, kind: 'string', ...format, ...(to !== undefined && { to }) }
}
