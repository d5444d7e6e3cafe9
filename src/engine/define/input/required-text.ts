/** Marks the texts of a body that must not be blank, and finds the blank texts of a body. */
import { Field, type FieldSpec, type Shape } from '../fields.ts'
import { variantFor } from '../references.ts'

/** Returns whether a text is missing, empty or only white space. */
export const isBlankText = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/**
 * Returns the shape of a body with the required texts marked: a text that the body must contain, and a
 * text of which the row has no default and no null.
 */
export function markRequiredTexts(body: Shape, row: Shape = {}): Shape {
  return Object.fromEntries(
    Object.entries(body).map(([name, { spec }]) => [
      name,
      new Field(markSpec(spec, row[spec.storedAs ?? name]?.spec)),
    ]),
  )
}

function markSpec(spec: FieldSpec, stored: FieldSpec | undefined): FieldSpec {
  const { kind, items, shape, variants } = spec
  if (kind === 'string') return isRequiredText(spec, stored) ? { ...spec, notBlank: true } : spec
  if (items) return { ...spec, items: new Field(markSpec(items.spec, undefined)) }
  if (variants) {
    const marked = Object.entries(variants).map(([name, each]) => [name, markRequiredTexts(each)])
    return { ...spec, variants: Object.fromEntries(marked) }
  }
  return shape ? { ...spec, shape: markRequiredTexts(shape, stored?.shape) } : spec
}

function isRequiredText(
  { format, target, required, nullable }: FieldSpec,
  stored: FieldSpec | undefined,
): boolean {
  if (format !== undefined || target !== undefined) return false
  if (required) return true
  return !nullable && !!stored && !stored.nullable && stored.defaultValue === undefined
}

/** Returns the paths of the blank texts in a parsed body. */
export function blankTextPaths(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
  parent = '',
): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const spec = shape[name]?.spec
    return spec ? blankPathsIn(spec, value, `${parent}${name}`) : []
  })
}

function blankPathsIn(spec: FieldSpec, value: unknown, path: string): string[] {
  if (value === null || value === undefined) return []
  if (spec.notBlank) return isBlankText(value as string) ? [path] : []
  if (spec.kind === 'array') {
    const { spec: item } = spec.items as Field
    return (value as unknown[]).flatMap((each, i) => blankPathsIn(item, each, `${path}.${i}`))
  }
  const shape = spec.variants ? variantFor(spec, value) : spec.shape
  return shape ? blankTextPaths(shape, value as Record<string, unknown>, `${path}.`) : []
}
