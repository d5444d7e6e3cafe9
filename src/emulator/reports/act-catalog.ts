/** The acts that there are, for whoever has no compiler to ask. */
import type { Field, FieldKind, Shape } from '../../define/fields.ts'
import { recordActs } from '../../kit/acts/record-acts.ts'
import type { EmulatorContext } from '../context.ts'

export interface ActView {
  readonly id: string
  readonly summary: string
  /** What it is told, by name; true where it has to be. */
  readonly input: Readonly<Record<string, boolean>>
  /** The same, with what each is. */
  readonly inputs: readonly ActInput[]
}

export interface ActInput extends ActInputSpec {
  readonly name: string
  readonly required: boolean
}

/** What may be said for an input, for a form that asks for it. */
export interface ActInputSpec {
  readonly kind: FieldKind
  readonly format?: string
  readonly options?: readonly string[]
  /** The resource of which it is the id. */
  readonly to?: string
  /** What a list holds. */
  readonly items?: ActInputSpec
  /** What an object holds. */
  readonly parts?: readonly ActInput[]
}

const recordActSummaries: Readonly<Record<keyof typeof recordActs, string>> = {
  create: 'Makes a record of a resource.',
  update: 'Changes stored fields of a record.',
  remove: 'Removes a record.',
  publish: 'Publishes a record.',
  unpublish: 'Takes a record off the website.',
}

export function listActs({ settings: { catalog } }: EmulatorContext): ActView[] {
  const serviceActs = [...catalog.acts].map(([id, { summary, input }]) =>
    viewAct(id, summary, actInputs(input)),
  )
  const resource = { name: 'resource', required: true, kind: 'string' } as const
  const options = [...catalog.resources.keys()]
  const genericActs = Object.entries(recordActs).map(([id, fields]) =>
    viewAct(id, recordActSummaries[id as keyof typeof recordActSummaries], [
      { ...resource, options },
      ...fields.map((name) => recordInput(id, name)),
    ]),
  )
  return [...serviceActs, ...genericActs]
}

function viewAct(id: string, summary: string, inputs: readonly ActInput[]): ActView {
  const names = inputs.map(({ name, required }) => [name, required])
  return { id, summary, input: Object.fromEntries(names), inputs }
}

function actInputs(shape: Shape): ActInput[] {
  return Object.entries(shape).map(([name, field]) => {
    return { name, required: field.spec.required ?? false, ...inputSpecOf(field) }
  })
}

function inputSpecOf({
  spec: { kind, format, options, target, items, shape },
}: Field): ActInputSpec {
  return {
    kind,
    ...(format && { format }),
    ...(options && { options }),
    ...(target && { to: target }),
    ...(items && { items: inputSpecOf(items) }),
    ...(shape && { parts: actInputs(shape) }),
  }
}

const recordInput = (id: string, name: string): ActInput => ({
  name,
  required: name !== 'values' || id === 'update',
  kind: name === 'values' ? 'json' : 'value',
})
