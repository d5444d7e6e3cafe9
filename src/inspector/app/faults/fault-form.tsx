/** Says what shall go wrong: where, of what, how often. */
import { useState } from 'preact/hooks'
import type { FaultView } from '../../api/fault-views.ts'
import { callApi } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { SelectField } from '../components/select-field.tsx'
import { effectPresets } from './fault-text.ts'

type FaultPoint = FaultView['at']

export function FaultForm({ added: onAdded }: { readonly added: () => void }) {
  const [at, setAt] = useState<FaultPoint>('request')
  const [effectIndex, setEffectIndex] = useState(0)
  const [targetText, setTargetText] = useState('')
  const [times, setTimes] = useState('')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    const rule = {
      at,
      ...ruleTarget(at, targetText.trim()),
      ...(times && { times: Number(times) }),
      with: effectPresets[at][effectIndex]?.[1],
    }
    if (await runAction(() => callApi('POST', 'faults', rule), 'It is in force.')) onAdded()
  }
  return (
    <form class="card fault-form" onSubmit={(event) => void add(event)} aria-label="New fault">
      <div class="choice" role="group" aria-label="Strikes">
        {(['request', 'delivery'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={at === each}
            onClick={() => (setAt(each), setEffectIndex(0), setTargetText(''))}
          >
            {each === 'request' ? 'Requests' : 'Deliveries'}
          </button>
        ))}
      </div>
      <input
        aria-label="Of what"
        placeholder={at === 'request' ? 'all, /users/*, or get_users' : 'all, or user.merged'}
        value={targetText}
        onInput={(event) => setTargetText(event.currentTarget.value)}
      />
      <SelectField
        label="What goes wrong"
        options={effectPresets[at].map(([label], i) => [String(i), label])}
        value={String(effectIndex)}
        onChange={(value) => setEffectIndex(Number(value))}
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
function ruleTarget(at: FaultPoint, text: string): Readonly<Record<string, string>> {
  if (text === '' || text === 'all') return {}
  if (at === 'delivery') return { event: text }
  return text.startsWith('/') ? { path: text } : { operation: text }
}
