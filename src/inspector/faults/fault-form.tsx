/** The form that creates a fault: kind of target, selection, effect and count. */
import { useState } from 'preact/hooks'
import type { FaultFormChoices, LabeledFault } from '../../engine/control/views/fault-views.ts'
import { callApi, get } from '../api-client.ts'
import { runAction } from '../toast.ts'
import { SelectField } from '../components/select-field.tsx'
import { useLoaded } from '../use-loaded.ts'

type TargetKind = LabeledFault['at']

const targetLabels: readonly (readonly [TargetKind, string])[] = [
  ['request', 'Requests'],
  ['delivery', 'Deliveries'],
]

export function FaultForm({ onAdded }: { readonly onAdded: () => void }) {
  const { value: choices } = useLoaded('effects', () => get<FaultFormChoices>('faults/effects'))
  const [at, setAt] = useState<TargetKind>('request')
  const [effectIndex, setEffectIndex] = useState(0)
  const [targetText, setTargetText] = useState('')
  const [times, setTimes] = useState('')
  const add = async (event: Event): Promise<void> => {
    event.preventDefault()
    const rule = {
      at,
      ...ruleTarget(at, targetText.trim()),
      ...(times && { times: Number(times) }),
      with: choices?.[at][effectIndex]?.effect,
    }
    if (await runAction(() => callApi('POST', 'faults', rule), 'The fault is active.')) onAdded()
  }
  return (
    <form class="card fault-form" onSubmit={(event) => void add(event)} aria-label="New fault">
      <div class="choice" role="group" aria-label="Target">
        {targetLabels.map(([each, label]) => (
          <button
            key={each}
            type="button"
            aria-pressed={at === each}
            onClick={() => (setAt(each), setEffectIndex(0), setTargetText(''))}
          >
            {label}
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
        label="Effect"
        options={(choices?.[at] ?? []).map(({ label }, i) => [String(i), label])}
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
        Add fault
      </button>
    </form>
  )
}

/** Converts the text of the form to a path, an operation or an event. */
function ruleTarget(at: TargetKind, text: string): Readonly<Record<string, string>> {
  if (text === '' || text === 'all') return {}
  if (at === 'delivery') return { event: text }
  return text.startsWith('/') ? { path: text } : { operation: text }
}
