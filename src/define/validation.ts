/** Validates input against a shape: kinds, references to records, and checks that read rows. */
import type { FieldSpec, Shape } from './fields.ts'
import { referencesExist } from './references.ts'
import { zodSchemaOf } from './zod-schema.ts'
import type { Tx } from './tx.ts'

type RawInput = Readonly<Record<string, unknown>>
export type ValidationErrors = Record<string, string[]>

/** The parsed values, and the errors by field. */
export interface ValidationResult {
  readonly values: Record<string, unknown>
  readonly errors: ValidationErrors
}

/** Validates input. Omits fields whose flag is off. `errors` may contain earlier errors. */
export function validate(
  tx: Tx,
  shape: Shape,
  input: RawInput,
  errors: ValidationErrors = {},
): ValidationResult {
  const parsed = zodSchemaOf(shape).safeParse(input)
  for (const { path, message } of parsed.error?.issues ?? []) {
    ;(errors[path.join('.')] ??= []).push(message)
  }
  const values = (parsed.data ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    const spec = shape[name]?.spec as FieldSpec
    if (spec.flag && !tx.isFlagOn(spec.flag)) delete values[name]
    else if (!referencesExist(spec, value, tx)) errors[name] = ['does not exist']
    else applyRefinement(name, spec, value, tx, errors)
  }
  return { values, errors }
}

function applyRefinement(
  name: string,
  { refine }: FieldSpec,
  value: unknown,
  tx: Tx,
  errors: ValidationErrors,
): void {
  if (!refine || value === null) return
  for (const [path, message] of Object.entries(refine(tx, value as never))) {
    errors[path === '' ? name : `${name}.${path}`] = [message]
  }
}
