/** The assumption report: the number of used behaviours by grade. */
import type { AssumptionReport } from '../../engine/describe/assumption-report.ts'
import { useRoute } from '../use-loaded.ts'
import { formatCount } from '../../report/format.ts'

const grades = [
  ['documented', 'documented by the service', 'ok'],
  ['reference', 'from the API contract', 'plain'],
  ['assumed', 'assumed', 'refused'],
] as const

export function AssumptionReportPanel() {
  const { value } = useRoute<AssumptionReport>('assumption-report')
  if (!value) return null
  return (
    <ul class="figures" aria-label="Assumption report">
      {grades.map(([grade, label, severity]) => (
        <li key={grade}>
          <strong>{formatCount(value[grade].length)}</strong>
          <span>
            <span class={`dot severity-${severity}`} /> {label}
          </span>
        </li>
      ))}
    </ul>
  )
}
