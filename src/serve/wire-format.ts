/** Says which rules of form the answer of an operation relies on; it follows from its fields. */
import { type Behaviour, behaviour } from '../define/behaviours.ts'
import type { FieldSpec, Shape } from '../define/fields.ts'
import type { ResponseContent } from '../define/presenters.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'

const nullFormat = behaviour('answer.null', 'a response contains null for a missing value')
const booleanFormat = behaviour('answer.boolean', 'a response contains booleans as true or false')
const timestampFormat = behaviour(
  'answer.timestamp',
  'a response contains timestamps as yyyy-MM-ddTHH:mm:ss.SSSZ and calendar days as yyyy-MM-dd',
)
const amountFormat = behaviour(
  'answer.amount',
  'a response contains amounts as strings and currencies as codes',
)

const formats: readonly (readonly [Behaviour, (spec: FieldSpec) => boolean])[] = [
  [nullFormat, ({ nullable }) => nullable === true],
  [booleanFormat, ({ kind }) => kind === 'boolean'],
  [timestampFormat, ({ format }) => format === 'timestamp' || format === 'date'],
  [amountFormat, ({ format }) => format === 'decimal'],
]

const cache = new WeakMap<CatalogOperation, readonly number[]>()

/** The numbers of the behaviours that an answer of this operation relies on. */
export function wireFormatBehaviours(
  operation: CatalogOperation,
  catalog: Catalog,
): readonly number[] {
  let numbers = cache.get(operation)
  if (!numbers) {
    const visible = Object.values(responseShape(operation.presenter.content, catalog)).filter(
      ({ spec }) => !spec.hidden,
    )
    const relevant = formats.filter(([, applies]) => visible.some(({ spec }) => applies(spec)))
    cache.set(operation, (numbers = relevant.map(([{ number }]) => number)))
  }
  return numbers
}

function responseShape(holds: ResponseContent, { resources }: Catalog): Shape {
  if (holds.kind === 'shape') return holds.shape
  if (holds.kind === 'items') return holds.item.spec.shape ?? {}
  return 'resource' in holds ? (resources.get(holds.resource)?.shape ?? {}) : {}
}
