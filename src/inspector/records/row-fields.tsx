/** The list of the fields of a row. */
import { humanize } from '../format.ts'
import { RowCell } from './row-cell.tsx'
import type { ColumnView, RowDetails } from '../../engine/control/views/table-views.ts'

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

/** Returns a column view with the properties that a cell needs. */
function columnFor(name: string, targets: RowDetails['targets'][string] | undefined): ColumnView {
  const to = targets?.[0]?.table
  const format = name.endsWith('_at') ? { format: 'timestamp' } : {}
  return { name, kind: 'string', ...format, ...(to !== undefined && { to }) }
}
