/** What this run relies on, by how well it is known. */
import { get } from '../api-client.ts'
import { refreshTick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { formatCount } from '../format.ts'

interface ReportView {
  readonly documented: readonly string[]
  readonly reference: readonly string[]
  readonly assumed: readonly string[]
}

const grades = [
  ['documented', 'stated by the document', 'ok'],
  ['reference', 'known from the contract', 'plain'],
  ['assumed', 'assumed', 'refused'],
] as const

export function AssumptionReportPanel() {
  const { value } = useLoaded('bill', () => get<ReportView>('assumption-report'), refreshTick.value)
  if (!value) return null
  return (
    <ul class="figures" aria-label="Bill">
      {grades.map(([grade, label, severity]) => (
        <li key={grade}>
          <strong>{formatCount(value[grade].length)}</strong>
          <span>
            <span class={`dot tone-${severity}`} /> {label}
          </span>
        </li>
      ))}
    </ul>
  )
}
