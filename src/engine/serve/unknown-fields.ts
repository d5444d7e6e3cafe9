/** Finds the fields of a body that its shape does not have. */
import type { FieldSpec, Shape } from '../define/fields.ts'
import { variantFor } from '../define/references.ts'
import { fieldOf } from './query-input.ts'

/** Returns the paths of the unknown fields in a sent body, also in its objects and lists. */
export function unknownFieldPaths(shape: Shape, sent: object, parent = ''): string[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const spec = fieldOf(shape, name)?.spec
    const path = `${parent}${name}`
    return spec ? unknownPathsIn(spec, value, path) : [path]
  })
}

function unknownPathsIn(spec: FieldSpec, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (spec.kind === 'array' && Array.isArray(value)) {
    const item = spec.items?.spec as FieldSpec
    return value.flatMap((each, i) => unknownPathsIn(item, each, `${path}.${i}`))
  }
  if (Array.isArray(value)) return []
  const { shape, discriminator } = spec
  if (shape) return unknownFieldPaths(shape, value, `${path}.`)
  if (discriminator === undefined) return []
  const { [discriminator]: _, ...fields } = value as Record<string, unknown>
  const selected = variantFor(spec, value)
  // The discriminator has its own error if it selects no shape.
  return Object.keys(selected).length > 0 ? unknownFieldPaths(selected, fields, `${path}.`) : []
}
