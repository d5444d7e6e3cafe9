/** Fills the OpenAPI document with examples from a seeded world, always the same. */
import { exampleCallOf, type ExampleCall } from '../../define/example-call.ts'
import { Problem } from '../../define/problems.ts'
import type { AnyRow } from '../../define/tx.ts'
import { createOpenApiDocument, type OpenApiDocument } from '../../describe/openapi-document.ts'
import { hasComponentExample } from '../../describe/openapi-responses.ts'
import type { OperationExample } from '../../describe/openapi-operation.ts'
import { systemActor } from '../../model/model.ts'
import type { CatalogOperation } from '../../model/catalog.ts'
import { license, version } from '../version.ts'
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
    license,
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
  const context = fresh()
  const call = callFor(context, operation)
  try {
    return { call, ...perform(context, operation, call) }
  } catch (error) {
    // Note: another service can have a call that no row of its world permits.
    if (!(error instanceof Problem)) throw error
    return { call, response: undefined, behaviours: [], events: [] }
  }
}

function perform(
  { model, serializer, journal }: EmulatorContext,
  { handle, presenter }: CatalogOperation,
  call: ExampleCall,
): Omit<OperationExample, 'call'> {
  const actor = { ...systemActor(), ownerId: administratorId }
  const { body, behaviours } = model.run(actor, (tx) => {
    const input = { ...call.params, query: { ...call.query, per_page: 1 }, body: call.body ?? {} }
    const presented = presenter.present(handle(tx, input as never) as never, {
      tx,
      stringify: (resource, row) => serializer().stringify(tx, resource, row),
      pageUrl: () => '',
    })
    // Note: read before the commit, which adds the behaviours of events to those of the operation.
    return { body: presented.body, behaviours: actor.behaviours.behaviours() }
  })
  const isKept = body !== null && !hasComponentExample(presenter.content)
  const events = journal.entries().flatMap((entry) => (entry.kind === 'event' ? [entry.event] : []))
  return {
    response: isKept ? JSON.parse(body) : undefined,
    behaviours,
    events: [...new Set(events)],
  }
}

/** Derives the example call. Adds a record to the world if the call needs one, such as a record without references. */
function callFor({ model, rowFactory }: EmulatorContext, operation: CatalogOperation): ExampleCall {
  const { name } = operation.resource
  const find = (): ExampleCall => model.read((tx) => exampleCallOf(operation, name, tx))
  const call = find()
  if (!Object.values(call.params).includes(0)) return call
  model.runWithoutEvents((tx) => rowFactory.create(tx, name, {}, 'given'))
  return find()
}
