/**
 * Names what the emulator does where the service could do otherwise.
 *
 * Documented and known behaviours have only an id here: their grade is looked up in the fixtures. An
 * assumption says why it was made and, if somebody could care, what the other reading is.
 */

export interface Behaviour {
  readonly id: string
  /** What the emulator does, as a sentence. */
  readonly summary: string
  readonly assumption?: Assumption
}

export interface Assumption {
  /** What made this the likely reading. */
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

/** A behaviour of ours where both are silent or differ; `instead` makes it switchable. */
export const assumed = (id: string, summary: string, assumption: Assumption): AssumedBehaviour =>
  declareBehaviour({ id, summary, assumption })

/** Every reading of an assumption that can be switched to, by its name. */
export const alternativesOf = ({ assumption }: Behaviour): Readonly<Record<string, string>> => {
  if (assumption?.alternatives) return assumption.alternatives
  return assumption?.alternative === undefined ? {} : { alternative: assumption.alternative }
}

/** Every behaviour that was declared. */
export const allBehaviours = (): readonly Behaviour[] => [...behavioursById.values()]
