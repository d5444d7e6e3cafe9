/** Creates an example value for an input of an act. */
import type { ActInput, ActInputSpec } from '../../engine/emulator/reports/act-catalog.ts'

const exampleByFormat: Readonly<Record<string, string>> = {
  email: 'mia@example.org',
  uri: 'https://app.test/hooks',
  date: '2026-03-02',
  decimal: '12.50',
}

export function exampleInput({ kind, format, options, to, items, parts }: ActInputSpec): unknown {
  if (options) return options[0]
  if (format === 'timestamp') return timestampAt(9)
  switch (kind) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return items ? exampleItems(items) : []
    case 'object':
      return exampleObject(inputsToShow(parts ?? []))
    case 'map':
      return { name: items ? exampleInput(items) : '…' }
    case 'json':
      return { first_name: 'Mia' }
    default:
      return exampleByFormat[format ?? ''] ?? (to ? '…' : 'text')
  }
}

/** Each further timestamp of an object is one hour later, so that an end follows its start. */
function exampleObject(parts: readonly ActInput[]): object {
  let hour = 9
  const example = (part: ActInput): unknown =>
    part.format === 'timestamp' ? timestampAt(hour++) : exampleInput(part)
  return Object.fromEntries(parts.map((part) => [part.name, example(part)]))
}

const timestampAt = (hour: number): string => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`

/** Creates two items, so that the list is visible as a list; one item if the items are objects. */
function exampleItems(items: ActInputSpec): unknown[] {
  if (items.options) return items.options.slice(0, 2)
  if (items.kind === 'object') return [exampleInput(items)]
  return items.kind === 'integer' ? [1, 2] : [exampleInput(items)]
}

/** Returns the required parts; the first three if none is required. */
function inputsToShow(parts: readonly ActInput[]): readonly ActInput[] {
  const required = parts.filter((part) => part.required)
  return required.length > 0 ? required : parts.slice(0, 3)
}
