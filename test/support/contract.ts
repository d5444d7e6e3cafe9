/** Reads the facts of the contract and lists how definitions differ from them. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import {
  type Field,
  type FieldSpec,
  isRequiredField,
  type Shape,
} from '../../src/engine/define/fields.ts'
import type { ResponseContent } from '../../src/engine/define/presenters.ts'
import { scopeNamesIn } from '../../src/engine/define/scopes.ts'
import { type Catalog, groupOf, type CatalogOperation } from '../../src/engine/model/catalog.ts'
import { createComparison, pagingParameters } from './comparison.ts'

interface FieldFacts {
  is: string
  required?: boolean
  nullable?: boolean
  deprecated?: boolean
  flag?: string
}

interface SchemaFacts {
  extends?: string
  fields?: Record<string, FieldFacts>
  enum?: string[]
  is?: string
  nullable?: boolean
}

export interface OperationFacts {
  id: string
  method: string
  path: string
  group: string
  scopes: string[] | { any_of: string[][] }
  flags?: string[]
  beta?: boolean
  deprecated?: boolean
  query?: string[]
  paging?: string[]
  deprecated_query?: string[]
  body?: string | Record<string, string>
  success: number
  response: string
}

const read = (name: string): unknown =>
  parse(readFileSync(new URL(`../../fixtures/contract/${name}.yaml`, import.meta.url), 'utf8'))

export const operations = (read('operations') as { operations: OperationFacts[] }).operations
const { schemas } = read('schemas') as { schemas: Record<string, SchemaFacts> }

interface KnownDifference {
  /** The difference, as the test prints it. */
  at: string
  /** The row of the open points, or the section of the document, that decides it. */
  by: string
}

/** A difference that all operations of a kind have. */
interface DifferenceRule {
  /** A pattern that such a difference matches. */
  every: string
  by: string
}

interface KnownDifferences {
  rules: DifferenceRule[]
  differences: KnownDifference[]
}

/** The differences from the contract and, under `document`, from the service's document. */
export const knownDifferences = read('ledger') as KnownDifferences & { document: KnownDifferences }

/** Every difference between the operation and the facts, as short lines. */
export function differences(
  facts: OperationFacts,
  ours: CatalogOperation,
  catalog: Catalog,
): string[] {
  const { differences: found, compare } = createComparison(facts.id)
  const names = Object.keys(ours.query)
  compare('method', facts.method, ours.method)
  compare('path', facts.path, ours.path)
  compare('group', facts.group, groupOf(ours))
  compare('scopes', scopesOf(facts), scopeNamesIn(ours.scopes).toSorted())
  compare('flag', facts.flags?.[0], ours.flag)
  compare('beta', facts.beta ?? false, ours.beta)
  compare('deprecated', facts.deprecated ?? false, ours.deprecated)
  compare(
    'query',
    (facts.query ?? []).toSorted(),
    names.filter((name) => !pagingParameters.includes(name)).toSorted(),
  )
  compare(
    'paging',
    facts.paging ?? [],
    names.filter((name) => pagingParameters.includes(name)),
  )
  compare(
    'deprecated query',
    facts.deprecated_query ?? [],
    names.filter((name) => !pagingParameters.includes(name) && ours.query[name]?.spec.deprecated),
  )
  compare('status', facts.success, ours.presenter.status)
  found.push(...bodyDifferences(facts, ours.body ?? {}))
  found.push(...answerDifferences(facts, ours, catalog))
  return found
}

function scopesOf({ scopes }: OperationFacts): string[] {
  return [...new Set(Array.isArray(scopes) ? scopes : scopes.any_of.flat())].toSorted()
}

function bodyDifferences({ id, body }: OperationFacts, shape: Shape): string[] {
  const facts = typeof body === 'string' ? payloadOf(body) : (body ?? {})
  const names = new Set([...Object.keys(facts), ...Object.keys(shape)])
  return [...names].flatMap((name) => {
    const expected = facts[name]
    const actual = shape[name]?.spec && requirementText(shape[name].spec)
    const plain = expected?.replaceAll('; deprecated', '')
    return plain === actual
      ? []
      : [`${id} body ${name}: ${plain ?? 'absent'} is ${actual ?? 'absent'}`]
  })
}

function requirementText(spec: FieldSpec): string {
  const { nullable } = spec
  return `${isRequiredField(spec) ? 'required' : 'optional'}${nullable ? '; nullable' : ''}`
}

/** A body with its own schema. Address payloads can be null. */
function payloadOf(name: string): Record<string, string> {
  const fields = fieldsOf(name)
  return Object.fromEntries(
    Object.entries(fields).map(([field, facts]) => [
      field,
      `${facts.required ? 'required' : 'optional'}${mayBeNull(facts) ? '; nullable' : ''}`,
    ]),
  )
}

const mayBeNull = ({ is, nullable }: FieldFacts): boolean =>
  nullable ?? schemas[is]?.nullable ?? false

function fieldsOf(name: string): Record<string, FieldFacts> {
  const schema = schemas[name]
  if (!schema) throw new Error(`there is no schema ${name}`)
  return { ...(schema.extends && fieldsOf(schema.extends)), ...schema.fields }
}

function answerDifferences(
  facts: OperationFacts,
  ours: CatalogOperation,
  catalog: Catalog,
): string[] {
  const { content } = ours.presenter
  const many = /^array<(\w+)>$/.exec(facts.response)
  const name = many?.[1] ?? facts.response
  if (!(name in schemas)) {
    const nothing = name.startsWith('none')
    const silent = content.kind === 'nothing' || (facts.success === 201 && content.kind === 'done')
    return nothing === silent ? [] : [`${facts.id} answer: ${name} is ${content.kind}`]
  }
  if (content.kind === 'nothing' || content.kind === 'done') {
    return [`${facts.id} answer: ${name} is ${content.kind}`]
  }
  const isList = content.kind === 'page' || content.kind === 'records' || content.kind === 'items'
  const shape = responseShape(catalog, content)
  return [
    ...(isList === Boolean(many) ? [] : [`${facts.id} answer: list ${isList}`]),
    ...shapeDifferences(name, fieldsOf(name), shape),
  ]
}

/** The fields of the response; undefined if it is one of several objects. */
function responseShape(catalog: Catalog, holds: ResponseContent): Shape {
  if ('shape' in holds) return holds.shape
  return holds.kind === 'items'
    ? (holds.item.spec.shape ?? {})
    : visibleShape(catalog, holds as RecordContent)
}

type RecordContent = Extract<ResponseContent, { kind: 'record' | 'page' | 'records' }>

function visibleShape({ resources }: Catalog, { resource, fields }: RecordContent): Shape {
  const shape = resources.get(resource)?.shape as Shape
  return fields ? Object.fromEntries(fields.map((field) => [field, shape[field] as Field])) : shape
}

function shapeDifferences(name: string, facts: Record<string, FieldFacts>, shape: Shape): string[] {
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const visibleFields = Object.fromEntries(shown) as Record<string, Field>
  const names = new Set([...Object.keys(facts), ...Object.keys(visibleFields)])
  return [...names].flatMap((field) => {
    const expected = facts[field] && describeFacts(facts[field])
    const actual = visibleFields[field] && describeSpec(visibleFields[field].spec)
    return expected === actual
      ? []
      : [`${name}.${field}: ${expected ?? 'absent'} is ${actual ?? 'absent'}`]
  })
}

const kinds: Record<string, string> = {
  'string(date-time)': 'timestamp',
  'string(date)': 'date',
  'string(email)': 'email',
  'string(uri)': 'uri',
  'string(decimal)': 'string',
  number: 'number',
}

function describeFacts(facts: FieldFacts): string {
  const { is } = facts
  const schema = schemas[is]
  const nullable = mayBeNull(facts) ? '?' : ''
  if (is.startsWith('enum ')) return `${enumOf(is.slice(5).split(' '))}${nullable}`
  if (is.startsWith('array of ')) return `${describeItems(is.slice(9))}[]${nullable}`
  if (schema?.enum) return `${enumOf(schema.enum)}${nullable}`
  if (schema?.fields || schema?.extends) return `object${nullable}`
  const plain = schema?.is ?? is
  return `${plain.startsWith('map') ? 'object' : (kinds[plain] ?? plain)}${nullable}`
}

function describeItems(item: string): string {
  if (item.startsWith('enum[')) return enumOf(item.slice(5, -1).split(','))
  return describeFacts({ is: item })
}

const enumOf = (words: readonly string[]): string => `one of ${words.toSorted().join(' ')}`

function describeSpec({ kind, format, options, items, nullable }: FieldSpec): string {
  const mark = nullable ? '?' : ''
  if (options) return `${enumOf(options)}${mark}`
  if (kind === 'array') return `${describeSpec(items?.spec as FieldSpec)}[]${mark}`
  if (['map', 'object', 'json'].includes(kind)) return `object${mark}`
  const isPlain = format === 'decimal' || format === 'uuid' || format === 'time_zone'
  const plain = isPlain ? 'string' : (format ?? kind)
  return `${plain}${mark}`
}
