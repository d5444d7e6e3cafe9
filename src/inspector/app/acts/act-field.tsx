/** Where one input of an act is typed or chosen, with what is wrong about it right below. */
import type { ActInput } from '../act-store.ts'
import { spaced } from '../format.ts'
import { exampleOf } from './input-example.ts'
import { isJson } from './input-parser.ts'

interface Given {
  /** The act it belongs to: names stand more than once on the page. */
  readonly act: string
  readonly input: ActInput
  readonly value: string
  readonly wrong: string | undefined
  readonly set: (text: string) => void
}

export function Field({ act, input, value, wrong, set }: Given) {
  const { name, required } = input
  const id = `${act}-${name}-wrong`
  return (
    <div class="field-input">
      <label>
        <span>
          {spaced(name)}
          {!required && <span class="quiet"> optional</span>}
        </span>
        <Control
          input={input}
          aria={{
            'aria-invalid': wrong !== undefined,
            ...(wrong !== undefined && { 'aria-describedby': id }),
          }}
          value={value}
          set={set}
        />
      </label>
      {wrong && (
        <p class="wrong" id={id}>
          {wrong}.
        </p>
      )}
    </div>
  )
}

interface ControlGiven extends Pick<Given, 'input' | 'value' | 'set'> {
  readonly aria: object
}

function Control({ input, value, set, aria }: ControlGiven) {
  const { required, options = input.kind === 'boolean' ? ['true', 'false'] : undefined } = input
  const change = (event: { currentTarget: { value: string } }): void =>
    set(event.currentTarget.value)
  const given = { ...aria, value, required }
  if (options) {
    return (
      <select {...given} onChange={change}>
        <option value="">{required ? 'choose' : 'not said'}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  const hint = hintFor(input)
  if (isJson(input)) {
    const rows = hint.split('\n').length
    return (
      <textarea {...given} rows={rows} placeholder={hint} spellcheck={false} onInput={change} />
    )
  }
  return <input {...given} placeholder={hint} onInput={change} />
}

/** What stands in a field before anything is written. */
function hintFor(input: ActInput): string {
  const { to, kind, items } = input
  if (to) return `id in ${spaced(to)}`
  if (isJson(input)) return JSON.stringify(exampleOf(input), null, 2)
  if (items?.to) return `ids in ${spaced(items.to)}: 1, 2`
  if (kind === 'array') return (exampleOf(input) as unknown[]).join(', ')
  if (kind === 'integer') return 'a whole number'
  if (kind === 'value') return 'id'
  return input.format ? String(exampleOf(input)) : ''
}
