/** Reads the facts of the service's document, finds what answers them, and says where a definition differs. */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { allBehaviours } from '../../src/define/behaviours.ts'
import type { Field, FieldSpec, Shape } from '../../src/define/fields.ts'
import { scopesNamed } from '../../src/define/scopes.ts'
import type { Catalog, NamedOperation } from '../../src/model/catalog.ts'
import { comparing, pagingNames } from './comparison.ts'

type Words = Readonly<Record<string, string>>

export interface OperationFacts {
  at: number | string
  method?: string
  path?: string
  scopes?: string[]
  flag?: string
  beta?: boolean
  deprecated?: boolean
  params?: Words
  query?: Words
  paging?: string[]
  body?: Words
  /** A record by its name, a list of such, `done`, `object`, or the fields themselves. */
  gives?: string | Words
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
  records: Record<string, { fields: Words }>
  flags: Record<string, { covers: string[] }>
  scopes: Record<string, { scopes: string[]; of: string[] }>
  comment_scopes: { of: string; table: Record<string, string[]> }
  limits: Limit[]
}

const file = new URL('../../fixtures/contract/service-v1.yaml', import.meta.url)

export const document = parse(readFileSync(file, 'utf8')) as DocumentFacts

/** Every way in which an operation differs from what the document says of it, each as a short line. */
export function documentDifferences(
  facts: OperationFacts,
  ours: NamedOperation,
  catalog: Catalog,
): string[] {
  const { found, compare } = comparing(ours.id)
  const { query } = ours
  const asked = Object.fromEntries(
    Object.entries(query).filter(([name]) => !pagingNames.includes(name)),
  )
  if (facts.method) compare('method', facts.method, ours.method)
  if (facts.path) compare('path', facts.path, ours.path)
  if (facts.scopes) compare('scopes', facts.scopes, scopesNamed(ours.scopes))
  compare('flag', facts.flag, ours.flag)
  compare('beta', facts.beta ?? false, ours.beta)
  compare('deprecated', facts.deprecated ?? false, ours.deprecated)
  if (facts.params) found.push(...fieldDifferences(`${ours.id} path`, facts.params, ours.params))
  found.push(...fieldDifferences(`${ours.id} query`, facts.query ?? {}, asked))
  found.push(...fieldDifferences(`${ours.id} body`, facts.body ?? {}, ours.body ?? {}))
  if (facts.method === 'GET' && !facts.query?.['...']) {
    const mine = pagingNames.filter((name) => query[name])
    compare('paging', facts.paging ?? [], mine)
  }
  if (facts.gives !== undefined) {
    const given = givenBy(ours, catalog)
    if (typeof facts.gives === 'string') compare('answer', facts.gives, wordFor(facts.gives, given))
    else found.push(...fieldDifferences(`${ours.id} answer`, facts.gives, given.shape ?? {}))
  }
  return found
}

interface Given {
  readonly list: boolean
  readonly kind: string
  /** What one record is called. */
  readonly one?: string | undefined
  readonly shape?: Shape | undefined
}

function givenBy({ present: { holds } }: NamedOperation, { resources }: Catalog): Given {
  if (holds.kind === 'shape') return { list: false, kind: holds.kind, shape: holds.shape }
  if (holds.kind === 'items') return { list: true, kind: holds.kind }
  if (!('resource' in holds)) return { list: false, kind: holds.kind }
  const { one } = resources.get(holds.resource) ?? {}
  return { list: holds.kind !== 'record', kind: holds.kind, one }
}

/** What is given, in the words of the fact: `[]` speaks of any list, `object` of any record. */
function wordFor(fact: string, { list, kind, one }: Given): string {
  if (kind === 'done') return 'done'
  if (list) return fact === '[]' ? '[]' : `${one}[]`
  return fact === 'object' ? 'object' : String(one)
}

/** Every way in which fields differ: names, kinds, values, whether they must be sent or may be null. */
export function fieldDifferences(where: string, facts: Words, shape: Shape): string[] {
  const { '...': more, ...named } = facts
  const beyond = more ? [] : Object.keys(shape).filter((name) => !(name in named))
  return [
    ...Object.entries(named).flatMap(([name, words]) => {
      const field = shape[name]
      const misfits = field ? misfitsOf(words, field) : ['is absent']
      return misfits.map((misfit) => `${where} ${name}: ${words} ${misfit}`)
    }),
    ...beyond.map((name) => `${where} ${name}: is not in the document`),
  ]
}

/** The fields of a record that the document shows; those of the contract come on top. */
export const recordDifferences = (where: string, facts: Words, shape: Shape): string[] =>
  fieldDifferences(where, { ...facts, '...': '...' }, shape)

function misfitsOf(words: string, { spec }: Field): string[] {
  const [type = '', ...marks] = words.split(' ')
  const [, kind = '', list, nullable, required, initial] =
    /^(.*?)(\[\])?(\?)?(!)?(?:=(.+))?$/.exec(type) ?? []
  const of = list ? spec.items?.spec : spec
  return [
    ...((spec.kind === 'array') === Boolean(list) || kind === '...' ? [] : ['is no such list']),
    ...(of && fits(kind, of) ? [] : [`is ${of?.options?.join('|') ?? of?.format ?? of?.kind}`]),
    ...(nullable && !spec.nullable ? ['cannot be null'] : []),
    ...(Boolean(required) === Boolean(spec.required) ? [] : [`is required: ${spec.required}`]),
    ...(initial === undefined || String(spec.initial) === initial ? [] : [`is ${spec.initial}`]),
    ...marks
      .filter((mark) => mark !== (spec[mark as 'deprecated'] ? mark : ''))
      .map((mark) => `is not ${mark}`),
  ]
}

const objects = ['object', 'map', 'json', 'variant']

function fits(word: string, { kind, format, options }: FieldSpec): boolean {
  if (word === '...') return true
  if (word === 'object') return objects.includes(kind)
  if (word === 'string') return kind === 'string' || kind === 'enum'
  if (['timestamp', 'date', 'email'].includes(word)) return format === word
  if (['integer', 'number', 'boolean'].includes(word)) return kind === word
  return word.split('|').toSorted().join() === (options ?? []).toSorted().join()
}

/** Whether something by this name stands in the definitions: `field users.email`, `event user.merged`. */
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

/** The value of the source that a limit names. */
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
