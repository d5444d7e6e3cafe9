/**
 * Turns a stored row into the record that the service answers.
 *
 * Rows never change, so the text of a row is made once for the flags in force. Fields that are worked
 * out from other rows are kept as long as no row changes, and no longer than a day on the clock if they
 * ask for the day.
 */
import type { Field } from '../define/fields.ts'
import type { FlagName } from '../define/feature-flags.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow } from '../define/tx.ts'
import type { Catalog } from './catalog.ts'
import type { Transaction } from './transaction.ts'

type Compute = (tx: Transaction, row: never) => unknown

interface Plan {
  /** The stored fields that are not shown. */
  readonly omitted: readonly string[]
  readonly computed: readonly (readonly [name: string, compute: Compute])[]
  readonly storedTexts: WeakMap<AnyRow, string>
  readonly wholeTexts: WeakMap<AnyRow, WholeText>
}

/** A text with worked-out fields, and what it depends on. */
interface WholeText {
  readonly text: string
  /** All rows, as they were. */
  readonly version: object
  /** The day on the clock, if a field asked for it. */
  readonly day: string | undefined
  /** The behaviours that were relied on. */
  readonly used: readonly number[]
}

export interface Showing {
  text(tx: Transaction, resource: string, row: AnyRow): string
  record(tx: Transaction, resource: string, row: AnyRow): Record<string, unknown>
}

/** Shows rows while this set of flags is on; a change of flags asks for another. */
export function createShowing(catalog: Catalog, isOn: (flag: FlagName) => boolean): Showing {
  const plans = new Map<string, Plan>()

  function planFor(name: string): Plan {
    let plan = plans.get(name)
    if (!plan) {
      plan = planOf(catalog.resources.get(name) as Resource, isOn)
      plans.set(name, plan)
    }
    return plan
  }

  function text(tx: Transaction, resource: string, row: AnyRow): string {
    const plan = planFor(resource)
    if (plan.computed.length === 0) return storedText(plan, row, tx)
    const kept = plan.wholeTexts.get(row)
    if (kept && kept.version === tx.version && (kept.day === undefined || kept.day === tx.today)) {
      for (const behaviour of kept.used) tx.notes(behaviour)
      return kept.text
    }
    const { result, day, used } = tx.watching(() => wholeText(plan, tx, row))
    const { version } = tx
    if (version) plan.wholeTexts.set(row, { text: result, version, day, used })
    return result
  }

  return { text, record: (tx, resource, row) => JSON.parse(text(tx, resource, row)) }
}

// Note: a row that was just written is shown once, in the answer; keeping its text would cost more
// than it saves. It is kept when the row is read.
function storedText({ omitted, storedTexts }: Plan, row: AnyRow, tx: Transaction): string {
  const kept = storedTexts.get(row)
  if (kept !== undefined) return kept
  const record: Record<string, unknown> = { ...row }
  for (const name of omitted) record[name] = undefined
  const text = JSON.stringify(record)
  if (tx.version) storedTexts.set(row, text)
  return text
}

function wholeText(plan: Plan, tx: Transaction, row: AnyRow): string {
  let whole = storedText(plan, row, tx).slice(0, -1)
  for (const [name, compute] of plan.computed) {
    whole += `${whole === '{' ? '' : ','}"${name}":${JSON.stringify(compute(tx, row as never))}`
  }
  return `${whole}}`
}

function planOf({ shape }: Resource, isOn: (flag: FlagName) => boolean): Plan {
  const fields = Object.entries(shape)
  const isShown = ({ spec }: Field): boolean =>
    !spec.hidden && (spec.flag === undefined || isOn(spec.flag))
  const isComputed = fields.filter(([, field]) => field.spec.computed && isShown(field))
  return {
    omitted: fields.flatMap(([name, field]) =>
      field.spec.computed || isShown(field) ? [] : [name],
    ),
    computed: isComputed.map(([name, { spec }]) => [name, spec.computed as Compute]),
    storedTexts: new WeakMap(),
    wholeTexts: new WeakMap(),
  }
}
