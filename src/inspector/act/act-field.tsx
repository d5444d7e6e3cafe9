/** The form field of one input of an act, with its error below. */
import type { ActInput } from '../../engine/emulator/reports/act-catalog.ts'
import { humanize } from '../format.ts'
import { exampleInput } from './input-example.ts'
import { isJson } from './input-parser.ts'
import { RecordField } from './record-field.tsx'

interface Props {
  /** The id of the act; it makes the id of the error unique on the page. */
  readonly act: string
  readonly input: ActInput
  /** The table of the record that the input names. */
  readonly table: string | undefined
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}

export function ActField({ act, input, table, value, error, onChange }: Props) {
  const { name, required } = input
  const id = `${act}-${name}-error`
  return (
    <div class="field-input">
      <label>
        <span>
          {humanize(name)}
          {!required && <span class="quiet"> optional</span>}
        </span>
        <InputControl
          input={input}
          table={table}
          aria={{
            'aria-invalid': error !== undefined,
            ...(error !== undefined && { 'aria-describedby': id }),
          }}
          value={value}
          onChange={onChange}
        />
      </label>
      {error && (
        <p class="field-error" id={id}>
          {error}.
        </p>
      )}
    </div>
  )
}

interface ControlProps extends Pick<Props, 'input' | 'table' | 'value' | 'onChange'> {
  readonly aria: object
}

function InputControl({ input, table, value, onChange, aria }: ControlProps) {
  const { required, options = input.kind === 'boolean' ? ['true', 'false'] : undefined } = input
  const handleChange = (event: { currentTarget: { value: string } }): void =>
    onChange(event.currentTarget.value)
  const attributes = { ...aria, value, required }
  if (options) {
    return (
      <select {...attributes} onChange={handleChange}>
        <option value="">{required ? 'choose' : 'not set'}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  const hint = placeholderFor(input)
  if (isJson(input)) {
    const rows = hint.split('\n').length
    return (
      <textarea
        {...attributes}
        rows={rows}
        placeholder={hint}
        spellcheck={false}
        onInput={handleChange}
      />
    )
  }
  if (table !== undefined) {
    const isList = input.kind === 'array'
    return <RecordField {...attributes} {...{ table, isList, onChange }} placeholder={hint} />
  }
  return <input {...attributes} placeholder={hint} onInput={handleChange} />
}

/** Returns the placeholder of a field: an example or the expected type. */
function placeholderFor(input: ActInput): string {
  const { to, kind, items } = input
  if (to) return `name or id in ${humanize(to)}`
  if (isJson(input)) return JSON.stringify(exampleInput(input), null, 2)
  if (items?.to) return `names or ids in ${humanize(items.to)}: 1, 2`
  if (kind === 'array') return (exampleInput(input) as unknown[]).join(', ')
  if (kind === 'integer') return 'a whole number'
  if (kind === 'value') return 'id'
  return input.format ? String(exampleInput(input)) : ''
}
