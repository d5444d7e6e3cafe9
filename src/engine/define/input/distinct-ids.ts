/** Removes duplicate ids from the lists of a body, also in its objects and lists. */
import type { FieldSpec, Shape } from '../fields.ts'
import { variantFor } from '../references.ts'

type Values = Readonly<Record<string, unknown>>

/** Returns the values with each id once in each list. */
export function withDistinctIds(shape: Shape, values: Values): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const spec = shape[name]?.spec
    return [name, spec ? distinctIdsOf(spec, value) : value]
  })
  return Object.fromEntries(entries)
}

function distinctIdsOf(spec: FieldSpec, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { items, shape } = spec
  if (Array.isArray(value)) {
    if (!items) return value
    if (items.spec.kind === 'integer') return [...new Set(value)]
    return value.map((each) => distinctIdsOf(items.spec, each))
  }
  if (!items) return withDistinctIds(shape ?? variantFor(spec, value), value as Values)
  const entries = Object.entries(value).map(([key, each]) => [key, distinctIdsOf(items.spec, each)])
  return Object.fromEntries(entries)
}
