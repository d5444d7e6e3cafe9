/** Says what shall go wrong: where, of what, how often. */
import { useState } from 'preact/hooks'
import type { FaultView } from '../../../emulator/methods/faults.ts'
import { call, doing } from '../api-client.ts'
import { Choice } from '../components/select-field.tsx'
import { effects } from './fault-text.ts'

type At = FaultView['at']

export function FaultForm({ added }: { readonly added: () => void }) {
  const [at, setAt] = useState<At>('request')
  const [chosen, setChosen] = useState(0)
  const [of, setOf] = useState('')
  const [times, setTimes] = useState('')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    const rule = {
      at,
      ...target(at, of.trim()),
      ...(times && { times: Number(times) }),
      with: effects[at][chosen]?.[1],
    }
    if (await doing(() => call('POST', 'faults', rule), 'It is in force.')) added()
  }
  return (
    <form class="card fault-form" onSubmit={(event) => void add(event)} aria-label="New fault">
      <div class="choice" role="group" aria-label="Strikes">
        {(['request', 'delivery'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={at === each}
            onClick={() => (setAt(each), setChosen(0), setOf(''))}
          >
            {each === 'request' ? 'Requests' : 'Deliveries'}
          </button>
        ))}
      </div>
      <input
        aria-label="Of what"
        placeholder={at === 'request' ? 'all, /users/*, or get_users' : 'all, or user.merged'}
        value={of}
        onInput={(event) => setOf(event.currentTarget.value)}
      />
      <Choice
        label="What goes wrong"
        options={effects[at].map(([label], i) => [String(i), label])}
        value={String(chosen)}
        set={(value) => setChosen(Number(value))}
      />
      <input
        class="narrow"
        type="number"
        min="1"
        aria-label="How often"
        placeholder="always"
        value={times}
        onInput={(event) => setTimes(event.currentTarget.value)}
      />
      <button type="submit" class="primary">
        Make it go wrong
      </button>
    </form>
  )
}

/** A path, an operation or an event, told apart by how it is written. */
function target(at: At, of: string): Readonly<Record<string, string>> {
  if (of === '' || of === 'all') return {}
  if (at === 'delivery') return { event: of }
  return of.startsWith('/') ? { path: of } : { operation: of }
}
