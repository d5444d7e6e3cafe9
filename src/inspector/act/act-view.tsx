/** The view of acts: what an administrator does in the back office, without an API operation. */
import { useRef, useState } from 'preact/hooks'
import { ActField } from './act-field.tsx'
import { parseInputs } from './input-parser.ts'
import { callApi } from '../api-client.ts'
import { runAction } from '../toast.ts'
import type { ActView } from '../../engine/control/views/act-views.ts'
import { acts } from '../act-store.ts'
import { humanize } from '../format.ts'

export function ActsView() {
  return (
    <section class="main page-like" aria-label="Acts">
      <header class="tools">
        <h1>Acts</h1>
      </header>
      <p class="quiet">
        An act is something that an administrator does in the back office. The service reports it by
        webhook.
      </p>
      <div class="cards">
        {[...acts.value.values()].map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </div>
    </section>
  )
}

type Texts = Readonly<Record<string, string>>

function Act({ act }: { readonly act: ActView }) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState<Texts>({})
  const [errors, setErrors] = useState<Texts>({})
  const setInput = (name: string, text: string): void => {
    setTyped({ ...typed, [name]: text })
    const { [name]: _, ...others } = errors
    setErrors(others)
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const parsed = parseInputs(act.inputs, typed)
    setErrors(parsed.errors)
    const first = act.inputs.findIndex(({ name }) => name in parsed.errors)
    if (first >= 0) {
      form.current?.querySelectorAll<HTMLElement>('input,select,textarea')[first]?.focus()
      return
    }
    const runAct = (): Promise<object> => callApi('POST', `acts/${act.id}`, parsed.values)
    if (await runAction(runAct, `Done: ${humanize(act.id)}.`)) setTyped({})
  }
  return (
    <form
      ref={form}
      class="card"
      onSubmit={(event) => void submit(event)}
      aria-label={humanize(act.id)}
    >
      <h2>{humanize(act.id)}</h2>
      <p class="quiet">{act.summary}</p>
      {act.inputs.map((input) => (
        <ActField
          key={input.name}
          act={act.id}
          input={input}
          value={typed[input.name] ?? ''}
          error={errors[input.name]}
          onChange={(text) => setInput(input.name, text)}
        />
      ))}
      <button type="submit">{humanize(act.id)}</button>
    </form>
  )
}
