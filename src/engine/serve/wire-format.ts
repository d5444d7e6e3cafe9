/** Determines the format behaviours of an operation's responses from its fields. */
import { BehaviourLog } from '../define/behaviour-log.ts'
import { type Behaviour } from '../define/behaviour.ts'
import type { FieldSpec, Shape } from '../define/fields.ts'
import type { ResponseContent } from '../define/presenters.ts'
import type { Catalog, CatalogOperation } from '../model/catalog.ts'
import { amountFormat, booleanFormat, nullFormat, timestampFormat } from './behaviours.ts'

const formats: readonly (readonly [Behaviour, (spec: FieldSpec) => boolean])[] = [
  [nullFormat, ({ nullable }) => nullable === true],
  [booleanFormat, ({ kind }) => kind === 'boolean'],
  [timestampFormat, ({ format }) => format === 'timestamp' || format === 'date'],
  [amountFormat, ({ format }) => format === 'decimal'],
]

const cache = new WeakMap<CatalogOperation, BehaviourLog>()

/** The behaviours that every response of an operation relies on. */
export function wireFormatBehaviours(operation: CatalogOperation, catalog: Catalog): BehaviourLog {
  let behaviours = cache.get(operation)
  if (!behaviours) {
    const visible = Object.values(responseShape(operation.presenter.content, catalog)).filter(
      ({ spec }) => !spec.hidden,
    )
    const relevant = formats.filter(([, applies]) => visible.some(({ spec }) => applies(spec)))
    behaviours = new BehaviourLog(relevant.map(([format]) => format))
    cache.set(operation, behaviours)
  }
  return behaviours
}

function responseShape(content: ResponseContent, { resources }: Catalog): Shape {
  if (content.kind === 'shape') return content.shape
  if (content.kind === 'items') return content.item.spec.shape ?? {}
  return 'resource' in content ? (resources.get(content.resource)?.shape ?? {}) : {}
}
