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
  ofBehaviour(behaviour: Behaviour): BehaviourGrade
  ofOperation(id: string): 'documented' | 'reference'
}

/** Creates the grades from the documented ids, each a text with blanks between the ids. */
export function gradesFrom(documented: {
  readonly behaviours: string
  readonly operations: string
}): Grades {
  const behaviours = new Set(documented.behaviours.split(' '))
  const operations = new Set(documented.operations.split(' '))
  const grade = (isDocumented: boolean) => (isDocumented ? 'documented' : 'reference')
  return {
    ofBehaviour: ({ id, assumption }) => (assumption ? 'assumed' : grade(behaviours.has(id))),
    ofOperation: (id) => grade(operations.has(id)),
  }
}
