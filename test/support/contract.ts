/** Reads the facts of the contract and says where a definition differs from them. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Field, FieldSpec, Shape } from '../../src/define/fields.ts'
import type { Holds } from '../../src/define/presenters.ts'
import { scopesNamed } from '../../src/define/scopes.ts'
import { type Catalog, groupOf, type NamedOperation } from '../../src/model/catalog.ts'
import { comparing, pagingNames } from './comparison.ts'

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

export interface LedgerEntry {
  /** The difference, as the test words it. */
  at: string
  /** The row of the open points, or the section of the document, that decides it. */
  by: string
}

/** A difference that every operation of a kind has. */
export interface LedgerRule {
  /** A pattern that such a difference matches. */
  every: string
  by: string
}

interface LedgerPart {
  rules: LedgerRule[]
  differences: LedgerEntry[]
}

/** What differs from the contract and, under `document`, from the service's document. */
export const ledger = read('ledger') as LedgerPart & { document: LedgerPart }

/** Every way in which the operation differs from the facts, each as a short line. */
export function differences(
  facts: OperationFacts,
  ours: NamedOperation,
  catalog: Catalog,
): string[] {
  const { found, compare } = comparing(facts.id)
  const names = Object.keys(ours.query)
  compare('method', facts.method, ours.method)
  compare('path', facts.path, ours.path)
  compare('group', facts.group, groupOf(ours))
  compare('scopes', scopesOf(facts), scopesNamed(ours.scopes).toSorted())
  compare('flag', facts.flags?.[0], ours.flag)
  compare('beta', facts.beta ?? false, ours.beta)
  compare('deprecated', facts.deprecated ?? false, ours.deprecated)
  compare(
    'query',
    (facts.query ?? []).toSorted(),
    names.filter((name) => !pagingNames.includes(name)).toSorted(),
  )
  compare(
    'paging',
    facts.paging ?? [],
    names.filter((name) => pagingNames.includes(name)),
  )
  compare(
    'deprecated query',
    facts.deprecated_query ?? [],
    names.filter((name) => !pagingNames.includes(name) && ours.query[name]?.spec.deprecated),
  )
  compare('status', facts.success, ours.present.status)
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
    const theirs = facts[name]
    const mine = shape[name]?.spec && wordsFor(shape[name].spec)
    const plain = theirs?.replaceAll('; deprecated', '')
    return plain === mine ? [] : [`${id} body ${name}: ${plain ?? 'absent'} is ${mine ?? 'absent'}`]
  })
}

function wordsFor({ required, nullable }: FieldSpec): string {
  return `${required ? 'required' : 'optional'}${nullable ? '; nullable' : ''}`
}

/** A body that is a schema of its own. Address payloads may be null by themselves. */
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
  ours: NamedOperation,
  catalog: Catalog,
): string[] {
  const { holds } = ours.present
  const many = /^array<(\w+)>$/.exec(facts.response)
  const name = many?.[1] ?? facts.response
  if (!(name in schemas)) {
    const nothing = name.startsWith('none')
    const silent = holds.kind === 'nothing' || (facts.success === 201 && holds.kind === 'done')
    return nothing === silent ? [] : [`${facts.id} answer: ${name} is ${holds.kind}`]
  }
  if (holds.kind === 'nothing' || holds.kind === 'done') {
    return [`${facts.id} answer: ${name} is ${holds.kind}`]
  }
  const isList = holds.kind === 'page' || holds.kind === 'records' || holds.kind === 'items'
  const shape = shapeHeld(catalog, holds)
  return [
    ...(isList === Boolean(many) ? [] : [`${facts.id} answer: list ${isList}`]),
    ...shapeDifferences(name, fieldsOf(name), shape),
  ]
}

/** The fields that the answer holds; none where it is one of several objects. */
function shapeHeld(catalog: Catalog, holds: Holds): Shape {
  if ('shape' in holds) return holds.shape
  return holds.kind === 'items'
    ? (holds.item.spec.shape ?? {})
    : shapeShown(catalog, holds as Shown)
}

type Shown = Extract<Holds, { kind: 'record' | 'page' | 'records' }>

function shapeShown({ resources }: Catalog, { resource, fields }: Shown): Shape {
  const shape = resources.get(resource)?.shape as Shape
  return fields ? Object.fromEntries(fields.map((field) => [field, shape[field] as Field])) : shape
}

function shapeDifferences(name: string, facts: Record<string, FieldFacts>, shape: Shape): string[] {
  const shown = Object.entries(shape).filter(([, { spec }]) => !spec.hidden)
  const mine = Object.fromEntries(shown) as Record<string, Field>
  const names = new Set([...Object.keys(facts), ...Object.keys(mine)])
  return [...names].flatMap((field) => {
    const theirs = facts[field] && describeFacts(facts[field])
    const ours = mine[field] && describeSpec(mine[field].spec)
    return theirs === ours ? [] : [`${name}.${field}: ${theirs ?? 'absent'} is ${ours ?? 'absent'}`]
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
  const plain = format === 'decimal' || format === 'uuid' ? 'string' : (format ?? kind)
  return `${plain}${mark}`
}
