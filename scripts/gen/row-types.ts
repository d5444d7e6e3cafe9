/** Prints the row types of all resources as plain interfaces, without types of a schema library. */
import { eventNamesOf } from '../../src/engine/define/resource-events.ts'
import type { FieldSpec, Shape } from '../../src/engine/define/fields.ts'
import { allBehaviours, alternativesOf, rangeOf } from '../../src/engine/define/behaviour.ts'
import type { Resource } from '../../src/engine/define/resource.ts'
import { scopeNamesIn } from '../../src/engine/define/scopes.ts'
import { recordActs } from '../../src/engine/kit/acts/record-acts.ts'

/** An enum with more values is printed as `string`. */
const unionMax = 30

export function printRowTypes(resources: readonly Resource[]): string {
  const members = (suffix: string): string =>
    resources
      .map(
        ({ name, singular, description }) => `/** ${description} */\n${name}: ${singular}${suffix}`,
      )
      .join('\n')
  return [
    '/** The id of a record, or the record. */',
    "export type Ref<T extends { readonly id: number | string }> = T['id'] | T",
    ...resources.map(printResource),
    '/** The stored rows, by table, with the fields that `given` accepts. */',
    `export interface Rows {\n${members('Row')}\n}`,
    '/** The records in responses, by resource. */',
    `export interface Records {\n${members('')}\n}`,
    printReferences(resources),
    printDateFields(resources),
    printActs(resources),
    '/** The name of an event that a webhook can receive. */',
    `export type EventName = ${union(eventsOf(resources))}`,
    printEventData(resources),
    printAssumptions(),
    '/** Every operation by its id. */',
    `export type OperationId = ${union(resources.flatMap(({ operations }) => Object.keys(operations)))}`,
    '/** The groups of operations in the OpenAPI document. */',
    `export type GroupName = ${union(groupsOf(resources))}`,
    '/** Every scope that a token can have. */',
    `export type ScopeName = ${union(scopesOf(resources))}`,
    '/** Every act by its wire name. */',
    `export type ActName = ${union([...resources.flatMap(({ acts }) => Object.keys(acts)), ...Object.keys(recordActs)])}`,
  ].join('\n\n')
}

export const eventsOf = (resources: readonly Resource[]): string[] =>
  [...new Set(resources.flatMap(({ events }) => eventNamesOf(events)))].sort()

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

function printResource({ singular, shape, description }: Resource): string {
  const stored = pick(shape, ({ computed }) => !computed)
  const shown = pick(shape, ({ hidden }) => !hidden)
  const same = Object.keys(stored).join() === Object.keys(shown).join()
  return [
    `/** ${description} The stored row. */`,
    `export type ${singular}Row = ${printShape(stored)}`,
    '',
    `/** ${description} */`,
    `export type ${singular} = ${same ? `${singular}Row` : printShape(shown, ({ omittedWhen }) => omittedWhen !== undefined)}`,
  ].join('\n')
}

function pick(shape: Shape, keeps: (spec: FieldSpec) => boolean): Shape {
  return Object.fromEntries(Object.entries(shape).filter(([, { spec }]) => keeps(spec)))
}

function printShape(shape: Shape, isOptional: (spec: FieldSpec) => boolean = () => false): string {
  const fields = Object.entries(shape).map(
    ([name, { spec }]) => `${name}${isOptional(spec) ? '?' : ''}: ${typeOf(spec)}`,
  )
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
      return `(${Object.values(variants)
        .map((each) => printShape(each))
        .join(' | ')})`
    case 'map':
      return `Record<string, ${typeOf(items?.spec as FieldSpec)}>`
    case 'value':
      return 'string | number | boolean | string[]'
  }
}

/** Prints the reference fields by table, with the types that they accept: ids or records. */
function printReferences(resources: readonly Resource[]): string {
  const ones = new Map(resources.map(({ name, singular }) => [name, singular]))
  const tables = resources.flatMap(({ name, shape, description }) => {
    const fields = Object.entries(pick(shape, ({ computed }) => !computed)).flatMap(
      ([field, { spec }]) => {
        const type = referringType(spec, ones)
        return type === undefined ? [] : [`${field}: ${type}${spec.nullable ? ' | null' : ''}`]
      },
    )
    return fields.length === 0 ? [] : [`/** ${description} */\n${name}: {\n${fields.join('\n')}\n}`]
  })
  return `/** The reference fields, by table. Each accepts an id or a record. */\nexport interface References {\n${tables.join('\n')}\n}`
}

/** The type that a reference field accepts, or undefined for other fields. */
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
  const itemType = kind === 'array' && items && referringType(items.spec, ones)
  return itemType ? `readonly (${itemType})[]` : undefined
}

/** Prints the names of the fields that hold a day or a moment, by table. */
function printDateFields(resources: readonly Resource[]): string {
  const tables = resources.flatMap(({ name, shape, description }) => {
    const names = Object.keys(pick(shape, (spec) => !spec.computed && isDate(spec)))
    return names.length === 0 ? [] : [`/** ${description} */\n${name}: ${union(names)}`]
  })
  return `/** The names of the fields that hold a day or a moment, by table. */\nexport interface DateFields {\n${tables.join('\n')}\n}`
}

const isDate = ({ format }: FieldSpec): boolean => format === 'date' || format === 'timestamp'

/** Prints the data of each event: the record, the id of a deleted record, or data of its own. */
function printEventData(resources: readonly Resource[]): string {
  const members = resources.flatMap(({ events, singular, shape, description }) =>
    eventNamesOf(events).map((event): [event: string, member: string] => {
      const ownShape = events.payloads?.[event]
      const id = typeOf(shape['id']?.spec ?? { kind: 'integer' })
      const type = ownShape
        ? printShape(ownShape)
        : event === events.deleted
          ? `{ id: ${id} }`
          : singular
      return [event, `/** ${description} */\n'${event}': ${type}`]
    }),
  )
  const sorted = members.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, member]) => member)
  return `/** The data of each event: the record, or the \`id\` of a deleted record. */\nexport interface EventData {\n${sorted.join('\n')}\n}`
}

const union = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(' | ')

/** Prints the acts as methods, with short parameter names. A parameter accepts an id or a record. */
function printActs(resources: readonly Resource[]): string {
  const ones = new Map(resources.map(({ name, singular }) => [name, singular]))
  const acts = resources.flatMap((resource) =>
    Object.entries(resource.acts).map(([id, act]) => {
      const result = act.returns
        ? `Records['${act.returns}']${act.returnsList ? '[]' : ''}`
        : 'void'
      return `/** ${act.summary} */\n${camel(id)}(input: ${printInput(act.input, ones)}): ${result}`
    }),
  )
  return `/** The acts of an administrator that have no API operation. */\nexport interface Acts {\n${acts.join('\n')}\n}`
}

/** Prints the type of an act's input. Optional fields are marked at every level. */
function printInput(shape: Shape, ones: ReadonlyMap<string, string>): string {
  const fields = Object.entries(shape).map(([name, { spec }]) => {
    const type = inputType(spec, ones)
    return `${spec.alias ?? name}${spec.required ? '' : '?'}: ${spec.nullable ? `${type} | null` : type}`
  })
  return `{ ${fields.join('; ')} }`
}

function inputType(spec: FieldSpec, ones: ReadonlyMap<string, string>): string {
  // Note: `emulator.webhook` returns an object that is not a record of the API but has its id.
  if (spec.target && spec.kind === 'string') return 'Ref<{ readonly id: string }>'
  if (spec.target) return `Ref<${ones.get(spec.target)}>`
  if (spec.shape) return printInput(spec.shape, ones)
  if (isDate(spec)) return 'string | Date'
  return spec.items ? arrayOrMap(spec, inputType(spec.items.spec, ones)) : plainType(spec)
}

const arrayOrMap = ({ kind, items }: FieldSpec, type: string): string => {
  const itemType = items?.spec.nullable ? `(${type} | null)` : `(${type})`
  return kind === 'map' ? `Record<string, ${itemType}>` : `readonly ${itemType}[]`
}

/** Prints the assumptions that can be switched, with the names of their alternatives. */
function printAssumptions(): string {
  const members = allBehaviours().flatMap((each) => {
    const alternatives = Object.entries(alternativesOf(each))
    const range = rangeOf(each)
    if (range) {
      const documentation = `Default: ${each.summary}. A whole number from ${range.min} to ${range.max}.`
      return [`/** ${documentation} */\n'${each.id}': 'default' | number`]
    }
    if (alternatives.length === 0) return []
    const documentation = alternatives
      .map(([name, summary]) => `\`${name}\`: ${summary}.`)
      .join(' ')
    const names = union(['default', ...alternatives.map(([name]) => name)])
    return [`/** Default: ${each.summary}. ${documentation} */\n'${each.id}': ${names}`]
  })
  return `/** The assumptions that can be switched, by id, with the names of their alternatives. */\nexport interface AssumptionAlternatives {\n${members.toSorted().join('\n')}\n}`
}

export const camel = (id: string): string =>
  id.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
