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

/** What the documentation of a service states: two texts with blanks between the ids. */
export interface Documented {
  readonly facts: string
  readonly operations: string
}

/** Creates the grades from what the documentation states. Default: it states nothing. */
export function gradesFrom(documented?: Documented): Grades {
  const facts = new Set<string | undefined>(documented?.facts.split(' '))
  const operations = new Set(documented?.operations.split(' '))
  const grade = (isDocumented: boolean) => (isDocumented ? 'documented' : 'reference')
  return {
    ofBehaviour: ({ fact, assumption }, alternative) =>
      assumption || alternative !== undefined ? 'assumed' : grade(facts.has(fact)),
    ofOperation: (id) => grade(operations.has(id)),
  }
}
