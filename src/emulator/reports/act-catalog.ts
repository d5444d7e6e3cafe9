/** The acts that there are, for whoever has no compiler to ask. */
import type { Field, Kind, Shape } from '../../define/fields.ts'
import { recordActs } from '../../kit/acts/record-acts.ts'
import type { Assembly } from '../context.ts'

export interface ActView {
  readonly id: string
  readonly says: string
  /** What it is told, by name; true where it has to be. */
  readonly input: Readonly<Record<string, boolean>>
  /** The same, with what each is. */
  readonly inputs: readonly ActInput[]
}

export interface ActInput extends InputKind {
  readonly name: string
  readonly required: boolean
}

/** What may be said for an input, for a form that asks for it. */
export interface InputKind {
  readonly kind: Kind
  readonly format?: string
  readonly options?: readonly string[]
  /** The resource of which it is the id. */
  readonly to?: string
  /** What a list holds. */
  readonly items?: InputKind
  /** What an object holds. */
  readonly parts?: readonly ActInput[]
}

const saysOf: Readonly<Record<keyof typeof recordActs, string>> = {
  create: 'Makes a record of a resource.',
  update: 'Changes stored fields of a record.',
  remove: 'Removes a record.',
  publish: 'Publishes a record.',
  unpublish: 'Takes a record off the website.',
}

export function actsIn({ settings: { catalog } }: Assembly): ActView[] {
  const own = [...catalog.acts].map(([id, { says, input }]) => viewAct(id, says, inputsOf(input)))
  const resource = { name: 'resource', required: true, kind: 'string' } as const
  const options = [...catalog.resources.keys()]
  const generic = Object.entries(recordActs).map(([id, told]) =>
    viewAct(id, saysOf[id as keyof typeof saysOf], [
      { ...resource, options },
      ...told.map((name) => recordInput(id, name)),
    ]),
  )
  return [...own, ...generic]
}

function viewAct(id: string, says: string, inputs: readonly ActInput[]): ActView {
  const names = inputs.map(({ name, required }) => [name, required])
  return { id, says, input: Object.fromEntries(names), inputs }
}

function inputsOf(shape: Shape): ActInput[] {
  return Object.entries(shape).map(([name, field]) => {
    return { name, required: field.spec.required ?? false, ...kindOf(field) }
  })
}

function kindOf({ spec: { kind, format, options, to, items, shape } }: Field): InputKind {
  return {
    kind,
    ...(format && { format }),
    ...(options && { options }),
    ...(to && { to }),
    ...(items && { items: kindOf(items) }),
    ...(shape && { parts: inputsOf(shape) }),
  }
}

const recordInput = (id: string, name: string): ActInput => ({
  name,
  required: name !== 'values' || id === 'update',
  kind: name === 'values' ? 'json' : 'value',
})
