/** What is true of every operation, said once. */
import type { Emulator, ScopeName } from 'course-admin-emulator'
import { expect } from 'vitest'
import type { WholeExample } from '../../src/define/example-call.ts'
import type { FieldSpec } from '../../src/define/fields.ts'
import type { Shape } from '../../src/define/fields.ts'
import type { Presenter } from '../../src/define/presenters.ts'
import { partsOf } from '../../src/emulator/emulator.ts'
import type { NamedOperation } from '../../src/model/catalog.ts'
import { exampleFor, rowsNow, toRequest } from './operation-request.ts'
import { eventsDue, eventsSeen } from './expected-events.ts'
import { misfits, valueMisfits } from './shape-violations.ts'
import { type Get, walk } from './page-walk.ts'
import type { Transport } from './transports.ts'

export interface Subject {
  readonly operation: NamedOperation
  /** An emulator of this law's own. */
  readonly emulator: Emulator
  readonly transport: Transport
}

export interface Law {
  readonly name: string
  /** Why the law does not speak of an operation, with the point that says so; undefined if it does. */
  excuse(operation: NamedOperation): string | undefined
  hold(subject: Subject): Promise<void>
}

const unknownId = 987_654_321

async function call(
  { operation, emulator, transport }: Subject,
  example: WholeExample,
  token: string | undefined = emulator.token,
): Promise<Response> {
  const { path, init } = toRequest(operation, example, token)
  return transport.send(emulator, path, init)
}

/** A refusal has the shape of an error, and leaves every row as it was. */
async function refusal(
  subject: Subject,
  status: number,
  example: WholeExample,
  token?: string,
): Promise<Record<string, string[]>> {
  const before = rowsNow(subject.emulator)
  const response = await call(subject, example, token)
  const body = (await response.json()) as { errors: Record<string, string[]>; code: number }
  expect(body).toEqual({ errors: expect.any(Object), code: status, message: expect.any(String) })
  expect(response.status).toBe(status)
  expect(rowsNow(subject.emulator)).toBe(before)
  return body.errors
}

const example = ({ emulator, operation }: Subject): WholeExample => exampleFor(emulator, operation)

const refs = ({ params }: NamedOperation): string[] =>
  Object.entries(params).flatMap(([name, { spec }]) => (spec.to === undefined ? [] : [name]))

const noToken: Law = {
  name: 'no token',
  excuse: () => undefined,
  async hold(subject) {
    await refusal(subject, 403, example(subject), '')
    await refusal(subject, 403, example(subject), 'nobody-knows-it')
  },
}

const missingScope: Law = {
  name: 'each missing scope',
  excuse: ({ scopes }) =>
    Object.values(scopes.table).some((sets) => sets.every((set) => set.length > 0))
      ? undefined
      : 'contract: no scope named',
  async hold(subject) {
    const { operation, emulator } = subject
    const sent = example(subject)
    const need = partsOf(emulator).model.read((tx) =>
      operation.scopes.need(tx, { ...sent.params, query: sent.query, body: sent.body } as never),
    )
    const all = scopesOfAdministrator(emulator)
    const without = (gone: readonly string[]): string =>
      emulator.mintToken({ scopes: all.filter((scope) => !gone.includes(scope)) })
    const [only, ...others] = need
    if (others.length > 0) return void (await refusal(subject, 403, sent, without(need.flat())))
    for (const scope of only ?? []) await refusal(subject, 403, sent, without([scope]))
  },
}

function scopesOfAdministrator(emulator: Emulator): readonly ScopeName[] {
  return (emulator.rows('api_keys', { token: emulator.token })[0]?.scopes ?? []) as ScopeName[]
}

const unknownIds: Law = {
  name: 'unknown id',
  excuse: (operation) => (refs(operation).length > 0 ? undefined : 'path: names no record'),
  async hold(subject) {
    const sent = example(subject)
    for (const name of refs(subject.operation)) {
      for (const wrong of [unknownId, 'no-such-form']) {
        await refusal(subject, 404, { ...sent, params: { ...sent.params, [name]: wrong } })
      }
    }
  },
}

const flagOff: Law = {
  name: 'flag off',
  excuse: ({ flag }) => (flag ? undefined : 'document 2.2: not behind a flag'),
  async hold(subject) {
    const sent = example(subject)
    subject.emulator.setFlags({ [subject.operation.flag as string]: false })
    await refusal(subject, 404, sent)
  },
}

const strictQuery: Law = {
  name: 'unknown query',
  excuse: () => undefined,
  async hold(subject) {
    const errors = await refusal(subject, 400, { ...example(subject), query: { nonsense: 1 } })
    expect(Object.keys(errors)).toEqual(['nonsense'])
  },
}

const brokenBody: Law = {
  name: 'broken body',
  excuse: ({ body }) => (body ? undefined : 'contract: takes no body'),
  async hold(subject) {
    const shape = subject.operation.body as Shape
    const sent = example(subject)
    for (const [name, { spec }] of Object.entries(shape)) {
      const errors = await refusal(subject, 422, {
        ...sent,
        body: { ...sent.body, [name]: wrongFor(spec) },
      })
      expect(Object.keys(errors)[0]).toMatch(RegExp(`^${name}`))
      if (!spec.required) continue
      const { [name]: _, ...rest } = sent.body ?? {}
      expect(await refusal(subject, 422, { ...sent, body: rest })).toHaveProperty(name)
    }
  },
}

/** A value of a kind that the field cannot take. */
const wrongFor = ({ kind }: FieldSpec): unknown =>
  kind === 'value' ? { no: 'value' } : kind === 'object' || kind === 'map' ? 'text' : { no: kind }

const malformedBody: Law = {
  name: 'malformed body',
  excuse: brokenBody.excuse,
  async hold({ operation, emulator, transport }) {
    const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
    const before = rowsNow(emulator)
    for (const body of ['{"open":', '[1]', '"text"', 'null']) {
      const response = await transport.send(emulator, path, { ...init, body })
      expect(response.status).toBe(400)
    }
    expect(rowsNow(emulator)).toBe(before)
  },
}

const answerFits: Law = {
  name: 'answer fits',
  excuse: () => undefined,
  async hold(subject) {
    const { operation, emulator } = subject
    const { holds, status } = operation.present
    const response = await call(subject, example(subject))
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.any(String)])
    if (holds.kind === 'nothing') return expect(text).toBe('')
    const body: unknown = JSON.parse(text)
    if (holds.kind === 'done') {
      return expect(body).toEqual({ errors: {}, code: status, message: expect.any(String) })
    }
    if (holds.kind === 'items') {
      expect(body).not.toEqual([])
      return expect((body as unknown[]).flatMap((item) => valueMisfits(holds.item, item))).toEqual(
        [],
      )
    }
    const shape = 'shape' in holds ? holds.shape : shownOf(emulator, holds.resource, holds.fields)
    const records = holds.kind === 'page' || holds.kind === 'records' ? (body as unknown[]) : [body]
    expect(records).not.toEqual([])
    expect(records.flatMap((record) => misfits(shape, record))).toEqual([])
  },
}

function shownOf(emulator: Emulator, resource: string, fields?: readonly string[]): Shape {
  const shape = partsOf(emulator).catalog.resources.get(resource)?.shape as Shape
  const shown = Object.entries(shape).filter(([name]) => !fields || fields.includes(name))
  return Object.fromEntries(shown)
}

const patchAsPut: Law = {
  name: 'patch as put',
  excuse: ({ method }) => (method === 'PUT' ? undefined : 'open points: only updates'),
  async hold({ operation, emulator, transport }) {
    const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
    const fork = emulator.fork()
    const put = await transport.send(emulator, path, init)
    const patch = await transport.send(fork, path, { ...init, method: 'PATCH' })
    expect([patch.status, await patch.text()]).toEqual([put.status, await put.text()])
  },
}

const isPaged = ({ holds }: Presenter): boolean =>
  holds.kind === 'page' || (holds.kind === 'items' && holds.paged)

const pages: Law = {
  name: 'pages cover all once',
  excuse: ({ present }) => (isPaged(present) ? undefined : 'document 4: no list'),
  async hold({ operation, emulator, transport }) {
    const init = { headers: emulator.headers }
    const get: Get = (path) => transport.send(emulator, path, init)
    const { path } = toRequest(operation, exampleFor(emulator, operation), undefined)
    const size = partsOf(emulator).store.size(operation.resource.name)
    const perPage = Math.min(100, Math.max(2, Math.ceil(size / 6)))
    for (const sort of ['', ...sortsOf(operation)]) {
      const start = `${path}?per_page=${perPage}${sort && `&sort=${sort}`}`
      const forwards = await walk(get, start, 'next')
      const rows = forwards.pages.flat()
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
      const backwards = await walk(get, forwards.last, 'prev')
      expect(backwards.pages.toReversed()).toEqual(forwards.pages)
      if (!operation.query['page']) continue
      const numbered = await walk(get, `${start}&page=1`, 'next')
      expect(numbered.pages).toEqual(forwards.pages)
    }
  },
}

const sortsOf = ({ query }: NamedOperation): readonly string[] =>
  query['sort']?.spec.items?.spec.options ?? []

const itsEvents: Law = {
  name: 'exactly its events',
  excuse: () => undefined,
  async hold(subject) {
    const { emulator, operation } = subject
    const sent = example(subject)
    const before = emulator.fork()
    await (await call(subject, sent)).text()
    const due = eventsDue(before, emulator)
    expect(eventsSeen(emulator).toSorted()).toEqual(due.toSorted())
    if (operation.method === 'GET') expect(rowsNow(emulator)).toBe(rowsNow(before))
  },
}

export const laws: readonly Law[] = [
  noToken,
  missingScope,
  unknownIds,
  flagOff,
  strictQuery,
  brokenBody,
  malformedBody,
  answerFits,
  patchAsPut,
  pages,
  itsEvents,
]
