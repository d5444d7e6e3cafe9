/** The view of what an administrator does where the API has no operation for it. */
import { useState } from 'preact/hooks'
import { call, doing } from '../calling.ts'
import { type ActInput, acts, type ActView } from '../known-acts.ts'
import { spaced } from '../wording.ts'

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

type Values = Readonly<Record<string, string>>

function Act({ act }: { readonly act: ActView }) {
  const [values, setValues] = useState<Values>({})
  const run = async (event: Event): Promise<void> => {
    event.preventDefault()
    const input = inputFrom(act.inputs, values)
    const done = await doing(
      () => call('POST', `acts/${act.id}`, input),
      `Done: ${spaced(act.id)}.`,
    )
    if (done !== undefined) setValues({})
  }
  return (
    <form class="card" onSubmit={(event) => void run(event)} aria-label={spaced(act.id)}>
      <h2>{spaced(act.id)}</h2>
      <p class="quiet">{act.says}</p>
      {act.inputs.map((input) => (
        <Input
          key={input.name}
          input={input}
          value={values[input.name] ?? ''}
          set={(text) => setValues({ ...values, [input.name]: text })}
        />
      ))}
      <button type="submit">{spaced(act.id)}</button>
    </form>
  )
}

/** What stands in a field before anything is written. */
const examples: Readonly<Record<string, string>> = {
  value: 'id',
  json: '{"first_name":"Mia"}',
  date: '2026-03-01',
  array: '1, 2',
}

interface InputGiven {
  readonly input: ActInput
  readonly value: string
  readonly set: (text: string) => void
}

function Input({ input, value, set }: InputGiven) {
  const { name, options, required, to, kind } = input
  const change = (event: { currentTarget: { value: string } }): void =>
    set(event.currentTarget.value)
  return (
    <label class="field-input">
      <span>
        {spaced(name)}
        {!required && <span class="quiet"> optional</span>}
      </span>
      {options ? (
        <select value={value} required={required} onChange={change}>
          <option value="" />
          {options.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </select>
      ) : (
        <input
          value={value}
          required={required}
          placeholder={to ? `id in ${spaced(to)}` : (examples[kind] ?? kind)}
          onInput={change}
        />
      )}
    </label>
  )
}

/** What was written, as the act takes it; what was left empty is not sent. */
function inputFrom(inputs: readonly ActInput[], values: Values): Record<string, unknown> {
  const given = inputs.filter(({ name }) => values[name])
  return Object.fromEntries(
    given.map(({ name, kind }) => [name, valueFrom(kind, values[name] as string)]),
  )
}

function valueFrom(kind: string, text: string): unknown {
  if (kind === 'integer' || kind === 'number') return Number(text)
  if (kind === 'boolean') return text === 'true'
  if (kind === 'string' || kind === 'enum') return text
  const isList = kind === 'array' && !text.trimStart().startsWith('[')
  try {
    return JSON.parse(isList ? `[${text}]` : text)
  } catch {
    return text
  }
}
