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

let documentedBehaviourSet: ReadonlySet<string> | undefined
let documentedOperationSet: ReadonlySet<string> | undefined

export function gradeOfBehaviour({ id, assumption }: Behaviour): BehaviourGrade {
  if (assumption) return 'assumed'
  documentedBehaviourSet ??= new Set(documentedBehaviours.split(' '))
  return documentedBehaviourSet.has(id) ? 'documented' : 'reference'
}

export function gradeOfOperation(id: string): BehaviourGrade {
  documentedOperationSet ??= new Set(documentedOperations.split(' '))
  return documentedOperationSet.has(id) ? 'documented' : 'reference'
}
