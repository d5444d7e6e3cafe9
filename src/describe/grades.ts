/**
 * Determines the source of a behaviour or an operation: the documentation, the contract or an assumption.
 *
 * The facts of `fixtures/contract` state the first two. An assumption is declared with `assumed()`.
 */
import type { Behaviour } from '../define/behaviours.ts'
import { documentedBehaviours, documentedOperations } from '../generated/grade-table.ts'

/** `documented`: the documentation states it. `reference`: only the contract states it. `assumed`: neither does. */
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
