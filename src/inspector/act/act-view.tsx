/** The view of acts and scenarios: what an administrator does in the back office, without an API operation. */
import { signal } from '@preact/signals'
import { useRef, useState } from 'preact/hooks'
import type { ActInput, ActView } from '../../engine/emulator/reports/act-catalog.ts'
import { acts } from '../act-store.ts'
import { callApi, hasRoute } from '../api-client.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { SearchField } from '../components/search-field.tsx'
import { humanize } from '../format.ts'
import { runAction } from '../toast.ts'
import { ActField } from './act-field.tsx'
import { parseInputs } from './input-parser.ts'
import { Scenarios } from './scenarios.tsx'

const searchText = signal('')
const setSearchText = (text: string): string => (searchText.value = text)

export function ActsView() {
  const text = humanize(searchText.value.toLowerCase())
  const shown = [...acts.value.values()].filter(({ id, summary }) =>
    `${humanize(id)} ${summary}`.toLowerCase().includes(text),
  )
  return (
    <section class="main page-like" aria-label="Act">
      <header class="tools">
        <h1>Act</h1>
        <span class="spacer" />
        <SearchField label="Find an act" value={searchText.value} onChange={setSearchText} />
      </header>
      <p class="quiet">
        An act is something that an administrator does in the back office. The service reports it by
        webhook.
      </p>
      {shown.length === 0 && <EmptyState title="No act matches" />}
      <div class="cards">
        {shown.map((act) => (
          <Act key={act.id} act={act} />
        ))}
      </div>
      {hasRoute('GET scenarios') && <Scenarios />}
    </section>
  )
}

/** The table of the record that an input names; for an act on any record, that of the chosen resource. */
const tableOf = ({ name, to, items }: ActInput, { resource }: Texts): string | undefined =>
  to ?? items?.to ?? (name === 'id' ? resource : undefined)

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
          table={tableOf(input, typed)}
          value={typed[input.name] ?? ''}
          error={errors[input.name]}
          onChange={(text) => setInput(input.name, text)}
        />
      ))}
      <button type="submit">{humanize(act.id)}</button>
    </form>
  )
}
