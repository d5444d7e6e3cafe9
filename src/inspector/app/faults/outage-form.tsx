/** Takes a part of the service out of order for a while. */
import { useState } from 'preact/hooks'
import { call, doing } from '../api-client.ts'
import { Choice } from '../components/select-field.tsx'

const parts = [
  ['all', 'API and webhooks'],
  ['api', 'the API'],
  ['webhooks', 'webhooks'],
] as const

const spans = [
  ['30m', '30 minutes'],
  ['1h', 'an hour'],
  ['1d', 'a day'],
  ['3d', 'three days'],
] as const

export function OutageForm({ added }: { readonly added: () => void }) {
  const [of, setOf] = useState('all')
  const [until, setUntil] = useState('30m')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (await doing(() => call('POST', 'outages', { of, until }), 'It is down.')) added()
  }
  return (
    <form class="card fault-form" onSubmit={(event) => void add(event)} aria-label="New outage">
      <span>Take down</span>
      <Choice label="Part" options={parts} value={of} set={setOf} />
      <span>for</span>
      <Choice label="How long" options={spans} value={until} set={setUntil} />
      <button type="submit" class="primary">
        Take it down
      </button>
    </form>
  )
}
