/** Says which rules of form the answer of an operation relies on; it follows from its fields. */
import { type Behaviour, behaviour } from '../define/behaviours.ts'
import type { FieldSpec, Shape } from '../define/fields.ts'
import type { Holds } from '../define/presenters.ts'
import type { Catalog, NamedOperation } from '../model/catalog.ts'

const nulls = behaviour('answer.null', 'a missing value is answered as null')
const booleans = behaviour('answer.boolean', 'a boolean is answered as true or false')
const moments = behaviour(
  'answer.timestamp',
  'a moment is answered as yyyy-MM-ddTHH:mm:ss.SSSZ, a calendar day as yyyy-MM-dd',
)
const amounts = behaviour(
  'answer.amount',
  'an amount is answered as a string, a currency as its code',
)

const forms: readonly (readonly [Behaviour, (spec: FieldSpec) => boolean])[] = [
  [nulls, ({ nullable }) => nullable === true],
  [booleans, ({ kind }) => kind === 'boolean'],
  [moments, ({ format }) => format === 'timestamp' || format === 'date'],
  [amounts, ({ format }) => format === 'decimal'],
]

const known = new WeakMap<NamedOperation, readonly number[]>()

/** The numbers of the behaviours that an answer of this operation relies on. */
export function formsOf(operation: NamedOperation, catalog: Catalog): readonly number[] {
  let numbers = known.get(operation)
  if (!numbers) {
    const shown = Object.values(shapeOf(operation.present.holds, catalog)).filter(
      ({ spec }) => !spec.hidden,
    )
    const found = forms.filter(([, has]) => shown.some(({ spec }) => has(spec)))
    known.set(operation, (numbers = found.map(([{ number }]) => number)))
  }
  return numbers
}

function shapeOf(holds: Holds, { resources }: Catalog): Shape {
  if (holds.kind === 'shape') return holds.shape
  if (holds.kind === 'items') return holds.item.spec.shape ?? {}
  return 'resource' in holds ? (resources.get(holds.resource)?.shape ?? {}) : {}
}
