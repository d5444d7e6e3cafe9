/** Every parameter and every field of the OpenAPI document has a description. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { descriptions } from '../../../src/service/descriptions/descriptions.ts'

type Json = Readonly<Record<string, unknown>>

const document = (await createEmulator({ world: 'empty' }).openapi()) as unknown as {
  paths: Record<string, Record<string, Json & { parameters?: Json[] }>>
  components: { schemas: Json }
}
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** Every property of every schema within a part of the document, by its path. */
function propertiesIn(part: unknown, path: string): [path: string, property: Json][] {
  if (!isObject(part)) return []
  const { properties, example: _, examples: __, ...others } = part
  const own = isObject(properties)
    ? Object.entries(properties).flatMap(([name, property]): [string, Json][] => [
        [`${path}.${name}`, property as Json],
        ...propertiesIn(property, `${path}.${name}`),
      ])
    : []
  return [
    ...own,
    ...Object.entries(others).flatMap(([name, value]) => propertiesIn(value, `${path}/${name}`)),
  ]
}

const fields = propertiesIn(document, '')

describe('the OpenAPI document', () => {
  test('describes every parameter', () => {
    const bare = operations.flatMap(({ operationId, parameters = [] }) =>
      parameters
        .filter(({ description }) => !description)
        .map(({ name }) => `${String(operationId)}.${String(name)}`),
    )
    expect(bare).toEqual([])
    expect(operations.flatMap(({ parameters = [] }) => parameters).length).toBeGreaterThan(400)
  })

  test('describes every field', () => {
    const bare = fields.filter(([, { description, $ref }]) => !description && !$ref)
    expect(bare.map(([path]) => path)).toEqual([])
    expect(fields.length).toBeGreaterThan(1_000)
  })

  test('has no description for a name that it does not contain', () => {
    const names = new Set(fields.map(([path]) => path.split('.').pop() ?? ''))
    const parameterNames = new Set(
      operations.flatMap(({ parameters = [] }) => parameters.map(({ name }) => String(name))),
    )
    const isUnknown =
      (known: ReadonlySet<string>) =>
      (key: string): boolean =>
        !known.has(key.split('.').pop() ?? '')
    expect(Object.keys(descriptions.fields).filter(isUnknown(names))).toEqual([])
    expect(Object.keys(descriptions.parameters).filter(isUnknown(parameterNames))).toEqual([])
  })

  test('writes descriptions as sentences', () => {
    const texts = [...Object.values(descriptions.fields), ...Object.values(descriptions.parameters)]
    expect(texts.filter((text: string) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })
})
