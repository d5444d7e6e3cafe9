/** The form that sets an outage of the API, of webhook endpoints, or of both. */
import { useState } from 'preact/hooks'
import { callApi } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { SelectField } from '../components/select-field.tsx'

const outageParts = [
  ['all', 'API and webhooks'],
  ['api', 'the API'],
  ['webhooks', 'webhooks'],
] as const

const durations = [
  ['30m', '30 minutes'],
  ['1h', 'an hour'],
  ['1d', 'a day'],
  ['3d', 'three days'],
] as const

export function OutageForm({ onAdded }: { readonly onAdded: () => void }) {
  const [of, setOf] = useState('all')
  const [until, setUntil] = useState('30m')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await runAction(() => callApi('POST', 'outages', { of, until }), 'The outage is active.'))
      onAdded()
  }
  return (
    <form class="card fault-form" onSubmit={(event) => void add(event)} aria-label="New outage">
      <span>Take down</span>
      <SelectField label="Part" options={outageParts} value={of} onChange={setOf} />
      <span>for</span>
      <SelectField label="How long" options={durations} value={until} onChange={setUntil} />
      <button type="submit" class="primary">
        Take it down
      </button>
    </form>
  )
}
