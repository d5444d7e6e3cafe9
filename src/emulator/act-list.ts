/** The acts that there are, for whoever has no compiler to ask. */
import { recordActs } from '../kit/record-acts.ts'
import type { Assembly } from './assemble.ts'

export interface ActView {
  readonly id: string
  readonly says: string
  /** What it is told, by name; true where it has to be. */
  readonly input: Readonly<Record<string, boolean>>
}

const saysOf: Readonly<Record<keyof typeof recordActs, string>> = {
  create: 'Makes a record of a resource.',
  update: 'Changes stored fields of a record.',
  remove: 'Removes a record.',
  publish: 'Publishes a record.',
  unpublish: 'Takes a record off the website.',
}

export function actsIn({ settings: { catalog } }: Assembly): ActView[] {
  const own = [...catalog.acts].map(([id, { says, input }]) => {
    const names = Object.entries(input).map(([name, { spec }]) => [name, spec.required === true])
    return { id, says, input: Object.fromEntries(names) }
  })
  const generic = Object.entries(recordActs).map(([id, told]) => {
    const names = ['resource', ...told].map((name) => [name, name !== 'values' || id === 'update'])
    return { id, says: saysOf[id as keyof typeof saysOf], input: Object.fromEntries(names) }
  })
  return [...own, ...generic]
}
