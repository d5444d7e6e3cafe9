/** Holds what was sent against a shape: kinds, references to records, rules that need the rows. */
import type { FieldSpec, Shape } from './fields.ts'
import { refersToRows } from './references.ts'
import { schemaOf } from './zod-schema.ts'
import type { Tx } from './tx.ts'

type Sent = Readonly<Record<string, unknown>>
export type Errors = Record<string, string[]>

/** What was sent, as the shape says it, and what is wrong with it, by field. */
export interface Checked {
  readonly values: Record<string, unknown>
  readonly errors: Errors
}

/** A field whose flag is off is left out. `errors` may hold what was found before. */
export function check(tx: Tx, shape: Shape, sent: Sent, errors: Errors = {}): Checked {
  const parsed = schemaOf(shape).safeParse(sent)
  for (const { path, message } of parsed.error?.issues ?? []) {
    ;(errors[path.join('.')] ??= []).push(message)
  }
  const values = (parsed.data ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(values)) {
    const spec = shape[name]?.spec as FieldSpec
    if (spec.flag && !tx.flag(spec.flag)) delete values[name]
    else if (!refersToRows(spec, value, tx)) errors[name] = ['does not exist']
    else obeyRule(name, spec, value, tx, errors)
  }
  return { values, errors }
}

function obeyRule(name: string, { rule }: FieldSpec, value: unknown, tx: Tx, errors: Errors): void {
  if (!rule || value === null) return
  for (const [path, message] of Object.entries(rule(tx, value as never))) {
    errors[path === '' ? name : `${name}.${path}`] = [message]
  }
}
