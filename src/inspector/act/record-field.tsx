/** A field that suggests the records of a table by name, and takes an id too. */
import { useEffect, useId, useState } from 'preact/hooks'
import type { RowPageView } from '../../engine/control/views/table-views.ts'
import { get, hasRoute, queryString } from '../api-client.ts'
import { nameSeparator } from './input-parser.ts'

interface Props {
  readonly table: string
  /** Whether the field takes several ids, between commas. */
  readonly isList: boolean
  readonly value: string
  readonly required: boolean
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

interface Suggestion {
  readonly value: string
  readonly label: string
}

const suggestionsMax = 20
const searchDelayMs = 150

export function RecordField({ table, isList, value, onChange, ...attributes }: Props) {
  const id = useId()
  const [isUsed, setUsed] = useState(false)
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  useEffect(() => {
    if (!isUsed || !hasRoute('GET tables/:id')) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      loadSuggestions(table, isList, value)
        .then((found) => isCurrent && setSuggestions(found))
        // Note: a table that the page does not show has no suggestions.
        .catch(() => isCurrent && setSuggestions([]))
    }, searchDelayMs)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isUsed, table, value])
  return (
    <>
      <input
        {...attributes}
        value={value}
        list={id}
        autocomplete="off"
        onFocus={() => setUsed(true)}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={id}>
        {suggestions.map((each) => (
          <option key={each.value} {...each} />
        ))}
      </datalist>
    </>
  )
}

async function loadSuggestions(
  table: string,
  isList: boolean,
  typed: string,
): Promise<Suggestion[]> {
  // Note: the text after the last comma is under way.
  const [chosen = ''] = isList ? (/^.*,\s*/.exec(typed) ?? []) : []
  const search = typed.slice(chosen.length).split(nameSeparator)[0]
  const query = queryString({ search, limit: suggestionsMax })
  const { rows, names } = await get<RowPageView>(`tables/${table}${query}`)
  return rows.map((row) => {
    const label = names[`${table} ${row.id}`] ?? ''
    const own = label === '' || isList ? `${row.id}` : `${row.id}${nameSeparator}${label}`
    return { value: chosen + own, label }
  })
}
