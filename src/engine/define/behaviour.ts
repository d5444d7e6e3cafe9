/**
 * Names the behaviours of the emulator that journal entries and reports refer to.
 *
 * The grade of a documented behaviour is in the fixtures, under its id. An assumption has a reason and,
 * if the difference matters to users, one or more alternatives.
 */

export interface Behaviour {
  readonly id: string
  /** What the emulator does, as a sentence. */
  readonly summary: string
  readonly assumption?: Assumption
}

export interface Assumption {
  /** Why the assumption is likely, as a clause. */
  readonly reason: string
  /** The behaviour with each alternative, by name. The name of a single one is usually `alternative`. */
  readonly alternatives?: Readonly<Record<string, string>>
  /**
   * Whether explorations have the alternatives as deviations. Default: true. False for a format, for which an
   * integration is written.
   */
  readonly isExplored?: boolean
}

export type AssumedBehaviour = Behaviour & { readonly assumption: Assumption }

const behavioursById = new Map<string, Behaviour>()

function declareBehaviour<B extends Behaviour>(behaviour: B): B {
  const { id } = behaviour
  if (behavioursById.has(id)) throw new Error(`the behaviour "${id}" is declared twice`)
  behavioursById.set(id, behaviour)
  return behaviour
}

/** Declares a behaviour that the service's document or its contract states. */
export const behaviour = (id: string, summary: string): Behaviour =>
  declareBehaviour({ id, summary })

/** Declares an assumption: a behaviour that the document and the contract omit or contradict. */
export const assumed = (id: string, summary: string, assumption: Assumption): AssumedBehaviour =>
  declareBehaviour({ id, summary, assumption })

/** Returns the alternatives of a behaviour, by name; empty if it has none. */
export const alternativesOf = ({ assumption }: Behaviour): Readonly<Record<string, string>> =>
  assumption?.alternatives ?? {}

/** Every behaviour that was declared. */
export const allBehaviours = (): readonly Behaviour[] => [...behavioursById.values()]
