/**
 * Declares the behaviours of the service.
 *
 * A documented behaviour has an id and a summary; its grade comes from the fixtures. An assumption also has
 * a reason and, if it matters to users, alternatives.
 */

export interface Behaviour {
  readonly id: string
  /** What the emulator does, as a sentence. */
  readonly summary: string
  readonly assumption?: Assumption
}

export interface Assumption {
  /** Why the emulator makes this assumption. */
  readonly reason: string
  /** The alternative, if there is one to switch to. */
  readonly alternative?: string
  /** The alternatives by name, where there are several. */
  readonly alternatives?: Readonly<Record<string, string>>
}

export type AssumedBehaviour = Behaviour & { readonly assumption: Assumption }

const behavioursById = new Map<string, Behaviour>()

function declareBehaviour<B extends Behaviour>(behaviour: B): B {
  const { id } = behaviour
  if (behavioursById.has(id)) throw new Error(`the behaviour "${id}" is declared twice`)
  behavioursById.set(id, behaviour)
  return behaviour
}

/** A behaviour that the service's document or its contract states. */
export const behaviour = (id: string, summary: string): Behaviour =>
  declareBehaviour({ id, summary })

/** A behaviour that neither states, or on which they differ. An `alternative` makes it switchable. */
export const assumed = (id: string, summary: string, assumption: Assumption): AssumedBehaviour =>
  declareBehaviour({ id, summary, assumption })

/** The alternatives of an assumption, by name. */
export const alternativesOf = ({ assumption }: Behaviour): Readonly<Record<string, string>> => {
  if (assumption?.alternatives) return assumption.alternatives
  return assumption?.alternative === undefined ? {} : { alternative: assumption.alternative }
}

/** Every behaviour that was declared. */
export const allBehaviours = (): readonly Behaviour[] => [...behavioursById.values()]
