/** Reads the facts of the service's document and lists how definitions differ from them. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { allBehaviours } from '../../src/engine/define/behaviour.ts'
import {
  type Field,
  type FieldSpec,
  isRequiredField,
  type Shape,
} from '../../src/engine/define/fields.ts'
import { scopeNamesIn } from '../../src/engine/define/scopes.ts'
import type { Catalog, CatalogOperation } from '../../src/engine/model/catalog.ts'
import { createComparison, pagingParameters } from './comparison.ts'

type FieldFacts = Readonly<Record<string, string>>

export interface OperationFacts {
  at: number | string
  method?: string
  path?: string
  scopes?: string[]
  flag?: string
  beta?: boolean
  deprecated?: boolean
  params?: FieldFacts
  query?: FieldFacts
  paging?: string[]
  body?: FieldFacts
  /** A record by its name, a list of records, `done`, `object`, or the fields. */
  gives?: string | FieldFacts
}

interface Limit {
  fact: string
  value: unknown
  /** A module below `src`, and the path of a value that it exports. */
  in: string
  how?: 'endsWith'
}

export interface DocumentFacts {
  operations: Record<string, OperationFacts>
  records: Record<string, { fields: FieldFacts }>
  flags: Record<string, { covers: string[] }>
  scopes: Record<string, { scopes: string[]; of: string[] }>
  comment_scopes: { of: string; table: Record<string, string[]> }
  limits: Limit[]
}

const file = new URL('../../fixtures/contract/service-v1.yaml', import.meta.url)

export const document = parse(readFileSync(file, 'utf8')) as DocumentFacts

/** Every difference between an operation and the document, as short lines. */
export function documentDifferences(
  facts: OperationFacts,
  ours: CatalogOperation,
  catalog: Catalog,
): string[] {
  const { differences, compare } = createComparison(ours.id)
  const { query } = ours
  const filters = Object.fromEntries(
    Object.entries(query).filter(([name]) => !pagingParameters.includes(name)),
  )
  if (facts.method) compare('method', facts.method, ours.method)
  if (facts.path) compare('path', facts.path, ours.path)
  if (facts.scopes) compare('scopes', facts.scopes, scopeNamesIn(ours.scopes))
  compare('flag', facts.flag, ours.flag)
  compare('beta', facts.beta ?? false, ours.beta)
  compare('deprecated', facts.deprecated ?? false, ours.deprecated)
  if (facts.params)
    differences.push(...fieldDifferences(`${ours.id} path`, facts.params, ours.params))
  differences.push(...fieldDifferences(`${ours.id} query`, facts.query ?? {}, filters))
  differences.push(...fieldDifferences(`${ours.id} body`, facts.body ?? {}, ours.body ?? {}))
  if (facts.method === 'GET' && !facts.query?.['...']) {
    const pagingNames = pagingParameters.filter((name) => query[name])
    compare('paging', facts.paging ?? [], pagingNames)
  }
  if (facts.gives !== undefined) {
    const responseContent = responseContentOf(ours, catalog)
    if (typeof facts.gives === 'string')
      compare('answer', facts.gives, contentText(facts.gives, responseContent))
    else
      differences.push(
        ...fieldDifferences(`${ours.id} answer`, facts.gives, responseContent.shape ?? {}),
      )
  }
  return differences
}

interface ResponseContent {
  readonly list: boolean
  readonly kind: string
  /** The name of one record. */
  readonly one?: string | undefined
  readonly shape?: Shape | undefined
}

function responseContentOf(
  { presenter: { content } }: CatalogOperation,
  { resources }: Catalog,
): ResponseContent {
  if (content.kind === 'shape') return { list: false, kind: content.kind, shape: content.shape }
  if (content.kind === 'items') return { list: true, kind: content.kind }
  if (!('resource' in content)) return { list: false, kind: content.kind }
  const { singular } = resources.get(content.resource) ?? {}
  return { list: content.kind !== 'record', kind: content.kind, one: singular }
}

/** The value in the notation of the facts: `[]` is any list, `object` any record. */
function contentText(fact: string, { list, kind, one }: ResponseContent): string {
  if (kind === 'done') return 'done'
  if (list) return fact === '[]' ? '[]' : `${one}[]`
  return fact === 'object' ? 'object' : String(one)
}

/** Every difference between fields: names, types, values, required, nullable. */
function fieldDifferences(where: string, facts: FieldFacts, shape: Shape): string[] {
  const { '...': more, ...expectedFields } = facts
  const extraFields = more ? [] : Object.keys(shape).filter((name) => !(name in expectedFields))
  return [
    ...Object.entries(expectedFields).flatMap(([name, words]) => {
      const field = shape[name]
      const violations = field ? fieldViolations(words, field) : ['is absent']
      return violations.map((violation) => `${where} ${name}: ${words} ${violation}`)
    }),
    ...extraFields.map((name) => `${where} ${name}: is not in the document`),
  ]
}

/** The fields of a record in the document; the contract adds more. */
export const recordDifferences = (where: string, facts: FieldFacts, shape: Shape): string[] =>
  fieldDifferences(where, { ...facts, '...': '...' }, shape)

function fieldViolations(words: string, { spec }: Field): string[] {
  const [type = '', ...marks] = words.split(' ')
  const [, kind = '', list, nullable, required, initial] =
    /^(.*?)(\[\])?(\?)?(!)?(?:=(.+))?$/.exec(type) ?? []
  const of = list ? spec.items?.spec : spec
  return [
    ...((spec.kind === 'array') === Boolean(list) || kind === '...'
      ? []
      : ['differs in being a list']),
    ...(of && matchesType(kind, of)
      ? []
      : [`is ${of?.options?.join('|') ?? of?.format ?? of?.kind}`]),
    ...(nullable && !spec.nullable ? ['cannot be null'] : []),
    ...(Boolean(required) === isRequiredField(spec) ? [] : [`is required: ${spec.required}`]),
    ...(initial === undefined || String(spec.defaultValue) === initial
      ? []
      : [`is ${spec.defaultValue}`]),
    ...marks
      .filter((mark) => mark !== (spec[mark as 'deprecated'] ? mark : ''))
      .map((mark) => `is not ${mark}`),
  ]
}

const objects = ['object', 'map', 'json', 'variant']

function matchesType(word: string, { kind, format, options }: FieldSpec): boolean {
  if (word === '...') return true
  if (word === 'object') return objects.includes(kind)
  if (word === 'string') return kind === 'string' || kind === 'enum'
  if (['timestamp', 'date', 'email'].includes(word)) return format === word
  if (['integer', 'number', 'boolean'].includes(word)) return kind === word
  return word.split('|').toSorted().join() === (options ?? []).toSorted().join()
}

/** Whether the definitions contain this name: `field users.email`, `event user.merged`. */
export function isDefined(name: string, catalog: Catalog): boolean {
  const [word, rest = ''] = split(name, ' ')
  const [first, second = ''] = split(rest, '.')
  switch (word) {
    case 'behaviour':
      return allBehaviours().some(({ id }) => id === rest)
    case 'operation':
      return catalog.operations.has(rest)
    case 'field':
      return Boolean(catalog.resources.get(first)?.shape[second])
    case 'query':
      return Boolean(catalog.operations.get(first)?.query[second])
    case 'body':
      return Boolean(catalog.operations.get(first)?.body?.[second])
    case 'event':
      return catalog.events.includes(rest)
    case 'act':
      return catalog.acts.has(rest)
    case 'record':
      return catalog.resources.has(rest)
    default:
      return false
  }
}

/** The flag of an operation or a field. */
export function flagOf(name: string, { operations, resources }: Catalog): string | undefined {
  const [word, rest = ''] = split(name, ' ')
  if (word === 'operation') return operations.get(rest)?.flag
  const [table, field = ''] = split(rest, '.')
  return resources.get(table)?.shape[field]?.spec.flag
}

/** The value in the source that a limit refers to. */
export async function valueOf({ in: where }: Limit): Promise<unknown> {
  const [module, path = ''] = split(where, ' ')
  const { pathname } = new URL(`../../src/${module}.ts`, import.meta.url)
  const exported = (await import(/* @vite-ignore */ pathname)) as unknown
  return path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], exported)
}

function split(text: string, at: string): [string, string?] {
  const place = text.indexOf(at)
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)]
}
