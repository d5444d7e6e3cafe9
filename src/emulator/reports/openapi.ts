/** Fills the OpenAPI document with examples from a seeded world, always the same. */
import { exampleOf } from '../../define/example-call.ts'
import type { AnyRow } from '../../define/tx.ts'
import { describeApi, type OpenApiDocument } from '../../describe/openapi-document.ts'
import { isShownElsewhere } from '../../describe/openapi-responses.ts'
import type { OperationExample } from '../../describe/openapi-operation.ts'
import { nobody } from '../../model/model.ts'
import type { NamedOperation } from '../../model/catalog.ts'
import { version } from '../version.ts'
import { type Assembly, assemble, noHeritage } from '../context.ts'
import { settingsFrom, worldFrom } from '../options.ts'
import { administratorId, seededCells } from '../worlds/seeded-world.ts'

export interface OpenApiWords {
  /**
   * The OpenAPI 3.1 document of all that is served, whatever flags are on, with events as `webhooks`.
   *
   * @example
   * await writeFile('openapi.json', JSON.stringify(await emulator.openapi()))
   */
  openapi(): Promise<OpenApiDocument>
}

export function openApiFor(baseUrl: string): OpenApiDocument {
  const settings = settingsFrom({})
  const world = seededCells(worldFrom(), settings)
  const fresh = (): Assembly => assemble(settings, noHeritage(world))
  const assembly = fresh()
  return describeApi({
    catalog: settings.catalog,
    baseUrl,
    version,
    examples: {
      record: (resource) => firstRecord(assembly, resource),
      of: (operation) => exampleFor(fresh, operation),
    },
  })
}

function firstRecord({ model, showing }: Assembly, resource: string): unknown {
  return model.read((tx) => {
    for (const row of tx.walk(resource)) return showing().record(tx, resource, row as AnyRow)
    return undefined
  })
}

/** The call, and its answer if that is nowhere else: asked of a world that nobody else looks at. */
function exampleFor(fresh: () => Assembly, operation: NamedOperation): OperationExample {
  const { model, showing } = fresh()
  const call = model.read((tx) => exampleOf(operation, operation.resource.name, tx))
  if (isShownElsewhere(operation.present.holds)) return { call, answer: undefined }
  const { text } = model.run({ ...nobody(), owner: administratorId }, (tx) => {
    const input = { ...call.params, query: { ...call.query, per_page: 1 }, body: call.body ?? {} }
    return operation.present.present(operation.answer(tx, input as never) as never, {
      tx,
      text: (resource, row) => showing().text(tx, resource, row),
      address: () => '',
    })
  })
  return { call, answer: text === null ? undefined : JSON.parse(text) }
}
