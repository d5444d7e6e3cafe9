/** Fills the OpenAPI document with examples from a seeded world, always the same. */
import { exampleCallOf } from '../../define/example-call.ts'
import type { AnyRow } from '../../define/tx.ts'
import { createOpenApiDocument, type OpenApiDocument } from '../../describe/openapi-document.ts'
import { hasComponentExample } from '../../describe/openapi-responses.ts'
import type { OperationExample } from '../../describe/openapi-operation.ts'
import { systemActor } from '../../model/model.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import { version } from '../version.ts'
import { createContext } from '../context-builder.ts'
import type { EmulatorContext } from '../context.ts'
import { createInitialState } from '../initial-state.ts'
import { settingsFrom } from '../options.ts'
import type { ServiceDefinition } from '../service-definition.ts'
import { administratorId, seededCells } from '../worlds/seeded-world.ts'
import { worldFrom } from '../worlds/world-option.ts'

export function openApiFor(service: ServiceDefinition, baseUrl: string): OpenApiDocument {
  const settings = settingsFrom({}, service)
  const world = seededCells(worldFrom(undefined, service), settings)
  const freshContext = (): EmulatorContext => createContext(settings, createInitialState(world))
  const context = freshContext()
  return createOpenApiDocument({
    ...service,
    baseUrl,
    version,
    examples: {
      record: (resource) => firstRecord(context, resource),
      operation: (operation) => exampleFor(freshContext, operation),
    },
  })
}

function firstRecord({ model, serializer }: EmulatorContext, resource: string): unknown {
  return model.read((tx) => {
    for (const row of tx.scan(resource)) return serializer().serialize(tx, resource, row as AnyRow)
    return undefined
  })
}

/** The example call of an operation, with its response if no component has an example for it. */
function exampleFor(fresh: () => EmulatorContext, operation: CatalogOperation): OperationExample {
  const { model, serializer, settings } = fresh()
  const call = model.read((tx) => exampleCallOf(operation, operation.resource.name, tx))
  if (hasComponentExample(operation.presenter.content)) return { call, response: undefined }
  const { body } = model.run({ ...systemActor(), ownerId: administratorId }, (tx) => {
    const input = { ...call.params, query: { ...call.query, per_page: 1 }, body: call.body ?? {} }
    return operation.presenter.present(operation.handle(tx, input as never) as never, {
      tx,
      stringify: (resource, row) => serializer().stringify(tx, resource, row),
      pageUrl: () => '',
      apiUrl: (path) => settings.baseUrl + path,
    })
  })
  return { call, response: body === null ? undefined : JSON.parse(body) }
}
