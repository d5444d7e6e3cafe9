/**
 * Turns a stored row into the record that the service answers.
 *
 * Rows never change, so the text of a row is made once for the flags in force; fields that are worked
 * out from other rows are added each time.
 */
import type { FlagName } from '../define/flags.ts'
import type { Resource } from '../define/resource.ts'
import type { AnyRow, Tx } from '../define/tx.ts'
import type { Catalog } from './catalog.ts'

type Compute = (tx: Tx, row: never) => unknown

interface Plan {
  readonly stored: readonly string[]
  readonly computed: readonly (readonly [name: string, compute: Compute])[]
  readonly texts: WeakMap<AnyRow, string>
}

export interface Showing {
  text(tx: Tx, resource: string, row: AnyRow): string
  record(tx: Tx, resource: string, row: AnyRow): Record<string, unknown>
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

  function storedText({ stored, texts }: Plan, row: AnyRow): string {
    let text = texts.get(row)
    if (text === undefined) {
      const record: Record<string, unknown> = {}
      for (const name of stored) record[name] = row[name]
      text = JSON.stringify(record)
      texts.set(row, text)
    }
    return text
  }

  function text(tx: Tx, resource: string, row: AnyRow): string {
    const plan = planFor(resource)
    const known = storedText(plan, row)
    if (plan.computed.length === 0) return known
    let whole = known.slice(0, -1)
    for (const [name, compute] of plan.computed) {
      whole += `,"${name}":${JSON.stringify(compute(tx, row as never))}`
    }
    return `${whole}}`
  }

  return { text, record: (tx, resource, row) => JSON.parse(text(tx, resource, row)) }
}

function planOf({ shape }: Resource, isOn: (flag: FlagName) => boolean): Plan {
  const shown = Object.entries(shape).filter(
    ([, { spec }]) => !spec.hidden && (spec.flag === undefined || isOn(spec.flag)),
  )
  const isComputed = shown.filter(([, { spec }]) => spec.computed)
  return {
    stored: shown.filter(([, { spec }]) => !spec.computed).map(([name]) => name),
    computed: isComputed.map(([name, { spec }]) => [name, spec.computed as Compute]),
    texts: new WeakMap(),
  }
}
