/** Whether the records that a value refers to exist, however deep the ids stand in it. */
import type { Field, FieldSpec, Shape } from './fields.ts'
import type { Tx } from './tx.ts'

export function refersToRows(spec: FieldSpec, value: unknown, tx: Tx): boolean {
  if (value === null || value === undefined) return true
  const { items, to } = spec
  const shape = spec.variants ? variantFor(spec, value) : spec.shape
  if (items) return Object.values(value).every((each) => refersToRows(items.spec, each, tx))
  if (shape) {
    const parts = value as Record<string, unknown>
    return Object.keys(shape).every((name) =>
      refersToRows((shape[name] as Field).spec, parts[name], tx),
    )
  }
  return to === undefined || tx.find(to, value as number) !== undefined
}

const variantFor = ({ variants, by = '' }: FieldSpec, value: unknown): Shape =>
  variants?.[(value as Record<string, string>)[by] ?? ''] ?? {}
