/** Validates input against a shape: kinds, references to records, and checks that read rows. */
import { convertTextValues, withDistinctIds, blankTextPaths, convertValues } from './body-values.ts'
import {
  refusesTextValues,
  refusesBlankText,
  usesTenantDays,
  acceptsNumbers,
  limitsAmounts,
} from './behaviours.ts'
import { fieldOf, type FieldSpec, type Shape } from './fields.ts'
import { type FindRow, missingReferencePaths } from './references.ts'
import { tenantDay } from '../clock/calendar-days.ts'
import { toTextForm } from './stored-values.ts'
import { isTimestampText, missingMessage, zodSchemaOf } from './zod-schema.ts'
import type { Tx } from './tx.ts'

type RawInput = Readonly<Record<string, unknown>>
export type ValidationErrors = Record<string, string[]>

/** The parsed values, and the errors by field. */
interface ValidationResult {
  readonly values: Record<string, unknown>
  readonly errors: ValidationErrors
}

interface ValidationOptions {
  /** Errors that were found earlier. */
  readonly errors?: ValidationErrors
  /** Finds the row of a reference. Default: any existing row. */
  readonly find?: FindRow
  /** Returns the stored value of a field of the record that an update changes. */
  readonly storedValue?: (name: string) => unknown
}

/** Validates input as it was sent. The values omit fields whose flag is off, and duplicate ids. */
export function validate(
  tx: Tx,
  shape: Shape,
  input: RawInput,
  { errors = {}, find, storedValue }: ValidationOptions = {},
): ValidationResult {
  const parsed = zodSchemaOf(shape).safeParse(convertInput(tx, shape, input))
  if (Object.keys(input).some((name) => hasAmount(shape[name]?.spec))) {
    tx.logBehaviour(acceptsNumbers)
    tx.logBehaviour(limitsAmounts)
  }
  for (const { path, message } of parsed.error?.issues ?? []) {
    ;(errors[path.join('.')] ??= []).push(message)
  }
  const values = (parsed.data ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    const spec = shape[name]?.spec as FieldSpec
    if (spec.flag && !tx.isFlagOn(spec.flag)) {
      delete values[name]
      continue
    }
    const missingPaths = missingReferencePaths(tx, spec, { path: name, value, find })
    for (const path of missingPaths) errors[path] = ['does not exist']
    if (missingPaths.length === 0) {
      const found = applyRefinement(spec, value, tx, () => storedValue?.(name))
      for (const [path, message] of Object.entries(found)) {
        errors[path === '' ? name : `${name}.${path}`] = [message]
      }
    }
  }
  for (const name in shape) {
    const requiredBy = shape[name]?.spec.requiredBy
    if (requiredBy && input[name] === undefined && tx.assumes(requiredBy))
      errors[name] = [missingMessage]
  }
  const blankPaths = blankTextPaths(shape, values)
  if (blankPaths.length > 0 && tx.assumes(refusesBlankText)) {
    for (const path of blankPaths) errors[path] = ['is missing']
  }
  return { values: withDistinctIds(shape, values), errors }
}

/**
 * Returns the input with texts in the form of their fields, and with days for the moments of dates. The
 * alternative converts numbers and booleans.
 */
function convertInput(tx: Tx, shape: Shape, input: RawInput): RawInput {
  const converted = convertTextValues(shape, input)
  const accepted = converted === input || tx.assumes(refusesTextValues) ? input : converted
  const withDays = convertValues(shape, accepted, ({ format }, text) => {
    if (format !== 'date' || !isTimestampText(text)) return text
    tx.logBehaviour(usesTenantDays)
    return tenantDay(text, (timestamp) => tx.dayOf(timestamp))
  })
  return Object.fromEntries(
    Object.entries(withDays).map(([name, value]) => {
      const field = fieldOf(shape, name)
      return [name, field ? toTextForm(field.spec, value, tx) : value]
    }),
  )
}

/** Whether a field is an amount, or has an amount in its items or fields. */
function hasAmount(spec: FieldSpec | undefined): boolean {
  if (spec?.format === 'decimal') return true
  if (spec?.items) return hasAmount(spec.items.spec)
  return Object.values(spec?.shape ?? {}).some((field) => hasAmount(field.spec))
}

/** Returns the errors of the check that reads rows, by the path below the field. */
const applyRefinement = (
  { refine }: FieldSpec,
  value: unknown,
  tx: Tx,
  storedValue: () => unknown,
): Readonly<Record<string, string>> =>
  refine && value !== null ? refine(tx, value as never, storedValue as () => never) : {}
