/** The fields of a row, one below the other. */
import { humanize } from '../format.ts'
import { RowCell } from './row-cell.tsx'
import type { ColumnView, RowDetails } from './table-data.ts'

export function RowFields({ row, targets, names }: Pick<RowDetails, 'row' | 'targets' | 'names'>) {
  return (
    <dl class="facts">
      {Object.keys(row).map((name) => (
        <>
          <dt>{humanize(name)}</dt>
          <dd>
            <RowCell column={columnFor(name, targets[name])} row={row} names={names} isExpanded />
          </dd>
        </>
      ))}
    </dl>
  )
}

/** As much of a column as a cell asks for. */
function columnFor(name: string, targets: RowDetails['targets'][string] | undefined): ColumnView {
  const to = targets?.[0]?.table
  const format = name.endsWith('_at') ? { format: 'timestamp' } : {}
  return { name, kind: 'string', ...format, ...(to !== undefined && { to }) }
}
