/** The view of what an administrator does where the API has no operation for it. */
import { useRef, useState } from 'preact/hooks'
import { Field } from './act-field.tsx'
import { readAll } from './input-parser.ts'
import { call, doing } from '../api-client.ts'
import { acts, type ActView } from '../act-store.ts'
import { spaced } from '../format.ts'

export function ActsView() {
  return (
    <section class="main page-like" aria-label="Acts">
      <header class="tools">
        <h1>Acts</h1>
      </header>
      <p class="quiet">
        What an administrator does in the back office. The service tells of it by webhooks.
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
  const [wrong, setWrong] = useState<Texts>({})
  const type = (name: string, text: string): void => {
    setTyped({ ...typed, [name]: text })
    const { [name]: _, ...others } = wrong
    setWrong(others)
  }
  const run = async (event: Event): Promise<void> => {
    event.preventDefault()
    const read = readAll(act.inputs, typed)
    setWrong(read.wrong)
    const first = act.inputs.findIndex(({ name }) => name in read.wrong)
    if (first >= 0) {
      form.current?.querySelectorAll<HTMLElement>('input,select,textarea')[first]?.focus()
      return
    }
    const work = (): Promise<object> => call('POST', `acts/${act.id}`, read.values)
    if (await doing(work, `Done: ${spaced(act.id)}.`)) setTyped({})
  }
  return (
    <form ref={form} class="card" onSubmit={(event) => void run(event)} aria-label={spaced(act.id)}>
      <h2>{spaced(act.id)}</h2>
      <p class="quiet">{act.says}</p>
      {act.inputs.map((input) => (
        <Field
          key={input.name}
          act={act.id}
          input={input}
          value={typed[input.name] ?? ''}
          wrong={wrong[input.name]}
          set={(text) => type(input.name, text)}
        />
      ))}
      <button type="submit">{spaced(act.id)}</button>
    </form>
  )
}
