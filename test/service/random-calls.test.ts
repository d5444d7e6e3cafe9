/**
 * The law "consistent answers": after each random call, a read shows what the write answered, a deleted record is
 * gone, a refused call changes nothing, and a list has the records that a read of one shows.
 *
 * `npm run test:properties -- --times 100` sends 128,000 calls.
 */
import { createEmulator, type Emulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { findStateViolations } from '../../src/engine/emulator/invariants.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { drawCall, operationCalls, type SentCall } from '../golden/calls.ts'
import { createDraw } from '../golden/draw.ts'
import { tablesOf } from '../golden/vocabulary.ts'
import { propertyTimes } from '../support/property-runs.ts'

const calls = 40 * propertyTimes
const limits = { rateLimit: { requestsPerWindowMax: Infinity } } as const
const worlds = ['empty', 'small-school', 'training-company', 'scaled'] as const
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

const createWorld = (world: (typeof worlds)[number], seed: number): Emulator =>
  world === 'scaled'
    ? createEmulator({ ...limits, world: 'small-school', scale: 5, seed })
    : createEmulator({ ...limits, world, seed })

type Json = Readonly<Record<string, unknown>>

interface Answer {
  readonly status: number
  readonly body: unknown
}

async function send(
  emulator: Emulator,
  { path, method, headers, body }: SentCall,
): Promise<Answer> {
  const init = { method, headers, ...(body !== undefined && { body }) }
  const response = await emulator.fetch(path, init)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

const read = (emulator: Emulator, path: string): Promise<Answer> =>
  send(emulator, { operation: '', method: 'GET', path, headers: { ...emulator.headers } })

/** The operation that reads a record of a resource by its id. */
const showOf = (emulator: Emulator, resource: string): CatalogOperation | undefined =>
  [...contextOf(emulator).catalog.operations.values()].find(
    (each) =>
      each.resource.name === resource &&
      each.method === 'GET' &&
      each.presenter.content.kind === 'record' &&
      /^[^{]*\{id\}$/.test(each.path),
  )

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const tableState = (emulator: Emulator): unknown => contextOf(emulator).cells.snapshot()['tables']

/** Sends a call, and returns what its answer contradicts. */
async function contradictions(emulator: Emulator, call: SentCall): Promise<string[]> {
  const operation = contextOf(emulator).catalog.operations.get(call.operation) as CatalogOperation
  const before = tableState(emulator)
  const { status, body } = await send(emulator, call)
  const where = `${call.method} ${call.path} ${call.body ?? ''} -> ${status}`
  if (status >= 500) return [where]
  if (status >= 400 || call.method === 'GET')
    if (tableState(emulator) !== before) return [`${where}: changed the state`]
  const { content } = operation.presenter
  const show = showOf(emulator, 'resource' in content ? content.resource : operation.resource.name)
  if (status >= 300 || !show || call.method !== operation.method) return []
  const pathOf = (id: unknown): string => show.path.replace('{id}', String(id))
  if (call.method === 'DELETE') {
    const id = call.path.split(/[/?]/).findLast((part) => /^[\da-f-]+$/.test(part))
    const gone = operation.path === show.path ? await read(emulator, pathOf(id)) : { status: 404 }
    return gone.status === 404 ? [] : [`${where}: the record is read with ${gone.status}`]
  }
  const shown = content.kind === 'record' ? [body] : Array.isArray(body) ? body.slice(-2) : []
  const found: string[] = []
  for (const record of shown.filter(isRecord)) {
    if (record['id'] === undefined) continue
    const again = await read(emulator, pathOf(record['id']))
    const differing = isRecord(again.body)
      ? Object.keys(record).filter(
          (name) => JSON.stringify(record[name]) !== JSON.stringify((again.body as Json)[name]),
        )
      : ['status']
    if (again.status !== 200 || differing.length > 0)
      found.push(`${where}: ${show.path} answers ${again.status}, with another ${differing.join()}`)
  }
  return found
}

describe.each(worlds)('in the world %s', (world) => {
  test.each(seeds)(`${calls} random calls from seed %d have consistent answers`, async (seed) => {
    const emulator = createWorld(world, seed)
    const draw = createDraw(seed)
    const parts = { emulator, draw, tables: tablesOf(emulator), token: emulator.token }
    const found: string[] = []
    for (let i = 0; i < calls; i += 1) {
      found.push(...(await contradictions(emulator, drawCall(draw.pick(operationCalls), parts))))
    }
    expect(found).toEqual([])
    expect(emulator.received().filter(({ status }) => status === 500)).toEqual([])
    expect(findStateViolations(contextOf(emulator))).toEqual([])
  })
})
