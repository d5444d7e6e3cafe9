/** Prints the rows of all resources as plain interfaces, so that no type of a schema library shows. */
import { eventNames } from '../../src/define/resource-events.ts'
import type { FieldSpec, Shape } from '../../src/define/fields.ts'
import { allBehaviours, alternativesOf } from '../../src/define/behaviours.ts'
import type { Resource } from '../../src/define/resource.ts'
import { scopeNamesIn } from '../../src/define/scopes.ts'
import { recordActs } from '../../src/kit/acts/record-acts.ts'

/** A choice of more words than this is printed as a plain string. */
const unionMax = 30

/** What a resource is, in a sentence, by its name. */
export type Descriptions = ReadonlyMap<string, string>

export function printRowTypes(resources: readonly Resource[], descriptions: Descriptions): string {
  const register = (suffix: string): string =>
    resources
      .map(
        ({ name, singular }) => `/** ${descriptions.get(name)} */\n${name}: ${singular}${suffix}`,
      )
      .join('\n')
  return [
    '/** The id of a record, or the record. */',
    "export type Ref<T extends { readonly id: number | string }> = T['id'] | T",
    ...resources.map((resource) =>
      printResource(resource, descriptions.get(resource.name) as string),
    ),
    '/** What is stored, by table: the fields that `given` takes. */',
    `export interface Rows {\n${register('Row')}\n}`,
    '/** What the service answers, by resource. */',
    `export interface Records {\n${register('')}\n}`,
    printReferences(resources, descriptions),
    printActs(resources),
    '/** Every event that a webhook can hear of. */',
    `export type EventName = ${union(eventsOf(resources))}`,
    printAssumptions(),
    '/** Every operation by its id. */',
    `export type OperationId = ${union(resources.flatMap(({ operations }) => Object.keys(operations)))}`,
    '/** The groups in which the document lists its operations. */',
    `export type GroupName = ${union(groupsOf(resources))}`,
    '/** Every scope that a token can carry. */',
    `export type ScopeName = ${union(scopesOf(resources))}`,
    '/** Every act by its id, as it goes over the wire. */',
    `export type ActName = ${union([...resources.flatMap(({ acts }) => Object.keys(acts)), ...Object.keys(recordActs)])}`,
  ].join('\n\n')
}

const eventsOf = (resources: readonly Resource[]): string[] =>
  [...new Set(resources.flatMap(({ events }) => eventNames(events)))].sort()

const groupsOf = (resources: readonly Resource[]): string[] => {
  const groups = resources.flatMap(({ group, operations }) =>
    Object.values(operations).map((operation) => operation.group ?? group),
  )
  return [...new Set(groups)].sort()
}

const scopesOf = (resources: readonly Resource[]): string[] => {
  const operations = resources.flatMap((resource) => Object.values(resource.operations))
  return [...new Set(operations.flatMap(({ scopes }) => scopeNamesIn(scopes)))].sort()
}

function printResource({ singular, shape }: Resource, summary: string): string {
  const stored = pick(shape, ({ computed }) => !computed)
  const shown = pick(shape, ({ hidden }) => !hidden)
  const same = Object.keys(stored).join() === Object.keys(shown).join()
  return [
    `/** ${summary} As it is stored. */`,
    `export type ${singular}Row = ${printShape(stored)}`,
    '',
    `/** ${summary} */`,
    `export type ${singular} = ${same ? `${singular}Row` : printShape(shown)}`,
  ].join('\n')
}

function pick(shape: Shape, keeps: (spec: FieldSpec) => boolean): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, { spec }]) => keeps(spec)))
}

function printShape(shape: Shape): string {
  const fields = Object.entries(shape).map(([name, { spec }]) => `${name}: ${typeOf(spec)}`)
  return `{\n${fields.join('\n')}\n}`
}

function typeOf(spec: FieldSpec): string {
  return spec.nullable ? `${plainType(spec)} | null` : plainType(spec)
}

function plainType({ kind, options = [], items, shape = {}, variants = {} }: FieldSpec): string {
  switch (kind) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
      return kind
    case 'enum':
      return options.length > unionMax ? 'string' : `(${union(options)})`
    case 'array':
      return `(${typeOf(items?.spec as FieldSpec)})[]`
    case 'object':
      return printShape(shape)
    case 'json':
      return 'Record<string, unknown>'
    case 'variant':
      return `(${Object.values(variants).map(printShape).join(' | ')})`
    case 'map':
      return `Record<string, ${typeOf(items?.spec as FieldSpec)}>`
    case 'value':
      return 'string | number | boolean | string[]'
  }
}

/** The fields that refer to records, by table, with what may be said of them: ids, or the records. */
function printReferences(resources: readonly Resource[], descriptions: Descriptions): string {
  const ones = new Map(resources.map(({ name, singular }) => [name, singular]))
  const tables = resources.flatMap(({ name, shape }) => {
    const fields = Object.entries(pick(shape, ({ computed }) => !computed)).flatMap(
      ([field, { spec }]) => {
        const type = referringType(spec, ones)
        return type === undefined ? [] : [`${field}: ${type}${spec.nullable ? ' | null' : ''}`]
      },
    )
    return fields.length === 0
      ? []
      : [`/** ${descriptions.get(name)} */\n${name}: {\n${fields.join('\n')}\n}`]
  })
  return `/** The fields that refer to other records: where an id stands, the record may be said. */\nexport interface References {\n${tables.join('\n')}\n}`
}

/** What may be said of a field that refers to records, or undefined where it refers to none. */
function referringType(
  { target, polymorphicTarget, items, kind }: FieldSpec,
  ones: ReadonlyMap<string, string>,
): string | undefined {
  if (target !== undefined) return `Ref<${ones.get(target)}>`
  if (polymorphicTarget) {
    return [...new Set(Object.values(polymorphicTarget.tables))]
      .map((table) => `Ref<${ones.get(table)}>`)
      .join(' | ')
  }
  const held = kind === 'array' && items && referringType(items.spec, ones)
  return held ? `readonly (${held})[]` : undefined
}

const union = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ')

/** What an administrator does, as methods: short names inside, and a record may stand for its id. */
function printActs(resources: readonly Resource[]): string {
  const ones = new Map(resources.map(({ name, singular }) => [name, singular]))
  const acts = resources.flatMap((resource) =>
    Object.entries(resource.acts).map(([id, act]) => {
      const gives = act.returns ? `Records['${act.returns}']${act.returnsList ? '[]' : ''}` : 'void'
      return `/** ${act.summary} */\n${camel(id)}(input: ${printInput(act.input, ones)}): ${gives}`
    }),
  )
  return `/** What an administrator does where the API has no operation for it. */\nexport interface Acts {\n${acts.join('\n')}\n}`
}

/** What may be left out is marked, however deep it stands. */
function printInput(shape: Shape, ones: ReadonlyMap<string, string>): string {
  const fields = Object.entries(shape).map(([name, { spec }]) => {
    const type = inputType(spec, ones)
    return `${spec.alias ?? name}${spec.required ? '' : '?'}: ${spec.nullable ? `${type} | null` : type}`
  })
  return `{ ${fields.join('; ')} }`
}

function inputType(spec: FieldSpec, ones: ReadonlyMap<string, string>): string {
  // Note: what `emulator.webhook` gives is no record of the API, and means one all the same.
  if (spec.target && spec.kind === 'string') return 'Ref<{ readonly id: string }>'
  if (spec.target) return `Ref<${ones.get(spec.target)}>`
  if (spec.shape) return printInput(spec.shape, ones)
  return spec.items ? arrayOrMap(spec, inputType(spec.items.spec, ones)) : plainType(spec)
}

const arrayOrMap = ({ kind, items }: FieldSpec, type: string): string => {
  const held = items?.spec.nullable ? `(${type} | null)` : `(${type})`
  return kind === 'map' ? `Record<string, ${held}>` : `readonly ${held}[]`
}

/** The assumptions that can be read in another way, each with the names of its readings. */
function printAssumptions(): string {
  const members = allBehaviours().flatMap((each) => {
    const readings = Object.entries(alternativesOf(each))
    if (readings.length === 0) return []
    const documentation = readings.map(([name, summary]) => `\`${name}\`: ${summary}.`).join(' ')
    const names = union(['default', ...readings.map(([name]) => name)])
    return [`/** Default: ${each.summary}. ${documentation} */\n'${each.id}': ${names}`]
  })
  return `/** Assumptions that can be read in another way, by their id. */\nexport interface AlternativeNames {\n${members.toSorted().join('\n')}\n}`
}

export const camel = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
