/** What this run relies on, by how well it is known. */
import { get } from '../api-client.ts'
import { tick } from '../live-feed.ts'
import { useLoaded } from '../use-loaded.ts'
import { formatCount } from '../format.ts'

interface BillView {
  readonly documented: readonly string[]
  readonly reference: readonly string[]
  readonly assumed: readonly string[]
}

const grades = [
  ['documented', 'stated by the document', 'ok'],
  ['reference', 'known from the contract', 'plain'],
  ['assumed', 'assumed', 'refused'],
] as const

export function Bill() {
  const { value } = useLoaded('bill', () => get<BillView>('bill'), tick.value)
  if (!value) return null
  return (
    <ul class="figures" aria-label="Bill">
      {grades.map(([grade, says, tone]) => (
        <li key={grade}>
          <strong>{formatCount(value[grade].length)}</strong>
          <span>
            <span class={`dot tone-${tone}`} /> {says}
          </span>
        </li>
      ))}
    </ul>
  )
}
