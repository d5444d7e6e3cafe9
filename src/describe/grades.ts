/**
 * Says how well something is known: by the service's document, by its contract alone, or not at all.
 *
 * The first two are looked up in the facts of `fixtures/contract`; what is assumed says so itself.
 */
import type { Behaviour } from '../define/behaviours.ts'
import { documentedBehaviours, documentedOperations } from '../generated/grade-table.ts'

/** `documented`: the document says so. `reference`: the contract does. `assumed`: neither does. */
export type BehaviourGrade = 'documented' | 'reference' | 'assumed'

export const grades: readonly BehaviourGrade[] = ['documented', 'reference', 'assumed']

let behaviours: ReadonlySet<string> | undefined
let operations: ReadonlySet<string> | undefined

export function gradeOf({ id, assumed }: Behaviour): BehaviourGrade {
  if (assumed) return 'assumed'
  behaviours ??= new Set(documentedBehaviours.split(' '))
  return behaviours.has(id) ? 'documented' : 'reference'
}

export function gradeOfOperation(id: string): BehaviourGrade {
  operations ??= new Set(documentedOperations.split(' '))
  return operations.has(id) ? 'documented' : 'reference'
}
