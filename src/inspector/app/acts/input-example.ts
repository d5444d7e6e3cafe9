/** What could be said for an input of an act: an example of the right form. */
import type { ActInput, InputKind } from '../act-store.ts'

const byFormat: Readonly<Record<string, string>> = {
  email: 'mia@example.org',
  uri: 'https://app.test/hooks',
  date: '2026-03-02',
  decimal: '12.50',
}

export function exampleOf({ kind, format, options, to, items, parts }: InputKind): unknown {
  if (options) return options[0]
  if (format === 'timestamp') return momentAt(9)
  switch (kind) {
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'array':
      return items ? examplesOf(items) : []
    case 'object':
      return objectOf(told(parts ?? []))
    case 'map':
      return { name: items ? exampleOf(items) : '…' }
    case 'json':
      return { first_name: 'Mia' }
    default:
      return byFormat[format ?? ''] ?? (to ? '…' : 'text')
  }
}

/** Of two moments, the second is the later one. */
function objectOf(parts: readonly ActInput[]): object {
  let hour = 9
  const example = (part: ActInput): unknown =>
    part.format === 'timestamp' ? momentAt(hour++) : exampleOf(part)
  return Object.fromEntries(parts.map((part) => [part.name, example(part)]))
}

const momentAt = (hour: number): string => `2026-03-02T${String(hour).padStart(2, '0')}:00:00Z`

/** Two of a list, so that it is seen to be one; one where each is an object. */
function examplesOf(items: InputKind): unknown[] {
  if (items.options) return items.options.slice(0, 2)
  if (items.kind === 'object') return [exampleOf(items)]
  return items.kind === 'integer' ? [1, 2] : [exampleOf(items)]
}

/** What has to be said; where nothing has to, the first few. */
function told(parts: readonly ActInput[]): readonly ActInput[] {
  const required = parts.filter((part) => part.required)
  return required.length > 0 ? required : parts.slice(0, 3)
}
