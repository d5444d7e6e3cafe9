/** Lists the acts with their inputs, for forms and for clients in other languages. */
import type { Field, FieldKind, Shape } from '../../define/fields.ts'
import { recordActs } from '../../kit/acts/record-acts.ts'
import type { EmulatorContext } from '../context.ts'
import { defined } from '../../errors/defined.ts'

export interface ActView {
  readonly id: string
  readonly summary: string
  /** The names of the inputs; true if an input is required. */
  readonly input: Readonly<Record<string, boolean>>
  /** The inputs with their types. */
  readonly inputs: readonly ActInput[]
}

export interface ActInput extends ActInputSpec {
  readonly name: string
  /** The name of the input in `emulator.act`, if it differs. */
  readonly alias?: string
  readonly required: boolean
}

/** The type of an input, for a form field. */
export interface ActInputSpec {
  readonly kind: FieldKind
  readonly format?: string
  readonly options?: readonly string[]
  /** The resource whose id the input is. */
  readonly to?: string
  /** The type of the items of a list. */
  readonly items?: ActInputSpec
  /** The properties of an object. */
  readonly parts?: readonly ActInput[]
}

const recordActSummaries: Readonly<Record<keyof typeof recordActs, string>> = {
  create: 'Makes a record of a resource.',
  update: 'Changes stored fields of a record.',
  remove: 'Deletes a record.',
  publish: 'Publishes a record.',
  unpublish: 'Unpublishes a record.',
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
    const { alias, required = false } = field.spec
    return { name, ...defined({ alias }), required, ...inputSpecOf(field) }
  })
}

function inputSpecOf({
  spec: { kind, format, options, target, items, shape },
}: Field): ActInputSpec {
  return {
    kind,
    ...(format && { format }),
    ...defined({ options }),
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
