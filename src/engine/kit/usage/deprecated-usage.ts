/** Counts the deprecated parameters, fields, page numbers and operations that requests use. */
import { isObject } from '../../errors/argument-checks.ts'
import type { Shape } from '../../define/fields.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import type { CountedRequest } from './counted-request.ts'
import type { DeprecatedUsage } from './usage.ts'
import type { UsageState } from './usage-state.ts'

export function countDeprecated(
  state: UsageState,
  { body }: CountedRequest,
  operation: CatalogOperation,
  query: URLSearchParams,
): void {
  const add = (kind: DeprecatedUsage['kind'], name: string): void =>
    addUse(state, { kind, name, operation: operation.id as DeprecatedUsage['operation'] })
  if (operation.deprecated) add('operation', operation.id)
  for (const name of deprecatedNames(operation.query)) {
    if (query.has(name) || query.has(`${name}[]`)) {
      add(name === 'page' ? 'paging' : 'parameter', name)
    }
  }
  const fields = deprecatedNames(operation.body ?? {})
  if (body === undefined || fields.length === 0) return
  const sent = parseObject(body)
  for (const name of fields) if (name in sent) add('field', name)
}

function addUse(state: UsageState, use: Omit<DeprecatedUsage, 'calls'>): void {
  const key = `${use.operation} ${use.kind} ${use.name}`
  const known = state.deprecated.get(key)
  if (known) known.calls += 1
  else state.deprecated.set(key, { ...use, calls: 1 })
}

const namesOfShape = new WeakMap<Shape, readonly string[]>()

function deprecatedNames(shape: Shape): readonly string[] {
  let names = namesOfShape.get(shape)
  if (!names) {
    names = Object.keys(shape).filter((name) => shape[name]?.spec.deprecated)
    namesOfShape.set(shape, names)
  }
  return names
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
