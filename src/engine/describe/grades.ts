/**
 * Determines the source of a behaviour or an operation: the documentation, the contract or an assumption.
 *
 * The facts of a service state the first two. An assumption is declared with `assumed()`.
 */
import type { Behaviour } from '../define/behaviour.ts'

/** `documented`: the documentation states it. `reference`: only the contract states it. `assumed`: neither does. */
export type BehaviourGrade = 'documented' | 'reference' | 'assumed'

export const grades: readonly BehaviourGrade[] = ['documented', 'reference', 'assumed']

/** The grades of a service. */
export interface Grades {
  /** An active alternative is an assumption. */
  ofBehaviour(behaviour: Behaviour, alternative?: string): BehaviourGrade
  ofOperation(id: string): 'documented' | 'reference'
}

/** Creates the grades from the documented facts and operations, each a text with blanks between the ids. */
export function gradesFrom(documented: {
  readonly facts: string
  readonly operations: string
}): Grades {
  const facts = new Set(documented.facts.split(' '))
  const operations = new Set(documented.operations.split(' '))
  const grade = (isDocumented: boolean) => (isDocumented ? 'documented' : 'reference')
  return {
    ofBehaviour: ({ fact, assumption }, alternative) =>
      assumption || alternative !== undefined ? 'assumed' : grade(facts.has(fact ?? '')),
    ofOperation: (id) => grade(operations.has(id)),
  }
}
