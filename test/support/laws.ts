/** The laws that hold for every operation. */
import type { Emulator, ScopeName } from 'course-admin-emulator'
import { expect } from 'vitest'
import type { ExampleCall } from '../../src/engine/define/example-call.ts'
import type { FieldSpec, Shape } from '../../src/engine/define/fields.ts'
import type { Presenter } from '../../src/engine/define/presenters.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import type { CatalogOperation } from '../../src/engine/model/catalog.ts'
import { exampleFor, savedRows, toRequest } from './operation-request.ts'
import { expectedEvents, emittedEvents } from './expected-events.ts'
import { shapeViolations, valueViolations } from './shape-violations.ts'
import { type Get, walkPages } from './page-walk.ts'
import type { Transport } from './transports.ts'

interface LawSubject {
  readonly operation: CatalogOperation
  /** A new emulator for this law. */
  readonly emulator: Emulator
  readonly transport: Transport
}

export interface Law {
  readonly name: string
  /** Why the law does not apply to an operation, with the open point; undefined if it applies. */
  exemption(operation: CatalogOperation): string | undefined
  check(subject: LawSubject): Promise<void>
}

const unknownId = 987_654_321

async function call(
  { operation, emulator, transport }: LawSubject,
  example: ExampleCall,
  token: string | undefined = emulator.token,
): Promise<Response> {
  const { path, init } = toRequest(operation, example, token)
  return transport.send(emulator, path, init)
}

/** Asserts that an error response has the error format and changes no row. */
async function expectError(
  subject: LawSubject,
  status: number,
  example: ExampleCall,
  token?: string,
): Promise<Record<string, string[]>> {
  const before = savedRows(subject.emulator)
  const response = await call(subject, example, token)
  const body = (await response.json()) as { errors: Record<string, string[]>; code: number }
  expect(body).toEqual({ errors: expect.any(Object), code: status, message: expect.any(String) })
  expect(response.status).toBe(status)
  expect(savedRows(subject.emulator)).toBe(before)
  return body.errors
}

const example = ({ emulator, operation }: LawSubject): ExampleCall =>
  exampleFor(emulator, operation)

const refs = ({ params }: CatalogOperation): string[] =>
  Object.entries(params).flatMap(([name, { spec }]) => (spec.target === undefined ? [] : [name]))

const missingToken: Law = {
  name: 'no token',
  exemption: () => undefined,
  async check(subject) {
    await expectError(subject, 403, example(subject), '')
    await expectError(subject, 403, example(subject), 'unknown-token')
  },
}

const missingScope: Law = {
  name: 'each missing scope',
  exemption: ({ scopes }) =>
    Object.values(scopes.requirements).some((sets) => sets.every((set) => set.length > 0))
      ? undefined
      : 'contract: no scope named',
  async check(subject) {
    const { operation, emulator } = subject
    const sent = example(subject)
    const need = contextOf(emulator).model.read((tx) =>
      operation.scopes.requirement(tx, {
        ...sent.params,
        query: sent.query,
        body: sent.body,
      } as never),
    )
    const all = scopesOfAdministrator(emulator)
    const without = (gone: readonly string[]): string =>
      emulator.mintToken({ scopes: all.filter((scope) => !gone.includes(scope)) })
    const [only, ...others] = need
    if (others.length > 0) return void (await expectError(subject, 403, sent, without(need.flat())))
    for (const scope of only ?? []) await expectError(subject, 403, sent, without([scope]))
  },
}

function scopesOfAdministrator(emulator: Emulator): readonly ScopeName[] {
  return (emulator.rows('api_keys', { token: emulator.token })[0]?.scopes ?? []) as ScopeName[]
}

const unknownIds: Law = {
  name: 'unknown id',
  exemption: (operation) => (refs(operation).length > 0 ? undefined : 'path: names no record'),
  async check(subject) {
    const sent = example(subject)
    for (const name of refs(subject.operation)) {
      for (const wrong of [unknownId, 'no-such-form']) {
        await expectError(subject, 404, { ...sent, params: { ...sent.params, [name]: wrong } })
      }
    }
  },
}

const flagOff: Law = {
  name: 'flag off',
  exemption: ({ flag }) => (flag ? undefined : 'document 2.2: not behind a flag'),
  async check(subject) {
    const sent = example(subject)
    subject.emulator.flags({ [subject.operation.flag as string]: false })
    await expectError(subject, 404, sent)
  },
}

const strictQuery: Law = {
  name: 'unknown query',
  exemption: () => undefined,
  async check(subject) {
    const errors = await expectError(subject, 400, { ...example(subject), query: { nonsense: 1 } })
    expect(Object.keys(errors)).toEqual(['nonsense'])
  },
}

const brokenBody: Law = {
  name: 'broken body',
  exemption: ({ body }) => (body ? undefined : 'contract: takes no body'),
  async check(subject) {
    const shape = subject.operation.body as Shape
    const sent = example(subject)
    for (const [name, { spec }] of Object.entries(shape)) {
      const errors = await expectError(subject, 422, {
        ...sent,
        body: { ...sent.body, [name]: invalidValueFor(spec) },
      })
      expect(Object.keys(errors)[0]).toMatch(RegExp(`^${name}`))
      if (!spec.required) continue
      const { [name]: _, ...rest } = sent.body ?? {}
      expect(await expectError(subject, 422, { ...sent, body: rest })).toHaveProperty(name)
    }
  },
}

/** A value of a type that is invalid for the field. */
export const invalidValueFor = ({ kind }: FieldSpec): unknown =>
  kind === 'value' ? { no: 'value' } : kind === 'object' || kind === 'map' ? 'text' : { no: kind }

const malformedBody: Law = {
  name: 'malformed body',
  exemption: brokenBody.exemption,
  async check({ operation, emulator, transport }) {
    const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
    const before = savedRows(emulator)
    for (const body of ['{"open":', '[1]', '"text"', 'null']) {
      const response = await transport.send(emulator, path, { ...init, body })
      expect(response.status).toBe(400)
    }
    expect(savedRows(emulator)).toBe(before)
  },
}

const responseMatchesShape: Law = {
  name: 'answer fits',
  exemption: () => undefined,
  async check(subject) {
    const { operation, emulator } = subject
    const { content, status } = operation.presenter
    const response = await call(subject, example(subject))
    const text = await response.text()
    expect([response.status, text]).toEqual([status, expect.any(String)])
    if (content.kind === 'nothing') return expect(text).toBe('')
    const body: unknown = JSON.parse(text)
    if (content.kind === 'done') {
      return expect(body).toEqual({ errors: {}, code: status, message: expect.any(String) })
    }
    if (content.kind === 'items') {
      expect(body).not.toEqual([])
      return expect(
        (body as unknown[]).flatMap((item) => valueViolations(content.item, item)),
      ).toEqual([])
    }
    const shape =
      'shape' in content
        ? content.shape
        : visibleShapeOf(emulator, content.resource, content.fields)
    const records =
      content.kind === 'page' || content.kind === 'records' ? (body as unknown[]) : [body]
    expect(records).not.toEqual([])
    expect(records.flatMap((record) => shapeViolations(shape, record))).toEqual([])
  },
}

function visibleShapeOf(emulator: Emulator, resource: string, fields?: readonly string[]): Shape {
  const shape = contextOf(emulator).catalog.resources.get(resource)?.shape as Shape
  const shown = Object.entries(shape).filter(([name]) => !fields || fields.includes(name))
  return Object.fromEntries(shown)
}

const patchAsPut: Law = {
  name: 'patch as put',
  exemption: ({ method }) => (method === 'PUT' ? undefined : 'open points: only updates'),
  async check({ operation, emulator, transport }) {
    const { path, init } = toRequest(operation, exampleFor(emulator, operation), emulator.token)
    const fork = emulator.fork()
    const put = await transport.send(emulator, path, init)
    const patch = await transport.send(fork, path, { ...init, method: 'PATCH' })
    expect([patch.status, await patch.text()]).toEqual([put.status, await put.text()])
  },
}

const isPaged = ({ content }: Presenter): boolean =>
  content.kind === 'page' || (content.kind === 'items' && content.paged)

const pagination: Law = {
  name: 'pages cover all once',
  exemption: ({ presenter }) => (isPaged(presenter) ? undefined : 'document 4: no list'),
  async check({ operation, emulator, transport }) {
    const init = { headers: emulator.headers }
    const get: Get = (path) => transport.send(emulator, path, init)
    const { path } = toRequest(operation, exampleFor(emulator, operation), undefined)
    const size = contextOf(emulator).store.size(operation.resource.name)
    const perPage = Math.min(100, Math.max(2, Math.ceil(size / 6)))
    for (const sort of ['', ...sortFieldsOf(operation)]) {
      const start = `${path}?per_page=${perPage}${sort && `&sort=${sort}`}`
      const forwards = await walkPages(get, start, 'next')
      const rows = forwards.pages.flat()
      expect(rows.length).toBeGreaterThan(0)
      expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
      const backwards = await walkPages(get, forwards.last, 'prev')
      expect(backwards.pages.toReversed()).toEqual(forwards.pages)
      if (!operation.query['page']) continue
      const numbered = await walkPages(get, `${start}&page=1`, 'next')
      expect(numbered.pages).toEqual(forwards.pages)
    }
  },
}

const sortFieldsOf = ({ query }: CatalogOperation): readonly string[] =>
  query['sort']?.spec.items?.spec.options ?? []

const emitsEvents: Law = {
  name: 'exactly its events',
  exemption: () => undefined,
  async check(subject) {
    const { emulator, operation } = subject
    const sent = example(subject)
    const before = emulator.fork()
    await (await call(subject, sent)).text()
    const due = expectedEvents(before, emulator)
    expect(emittedEvents(emulator).toSorted()).toEqual(due.toSorted())
    if (operation.method === 'GET') expect(savedRows(emulator)).toBe(savedRows(before))
  },
}

export const laws: readonly Law[] = [
  missingToken,
  missingScope,
  unknownIds,
  flagOff,
  strictQuery,
  brokenBody,
  malformedBody,
  responseMatchesShape,
  patchAsPut,
  pagination,
  emitsEvents,
]
