/**
 * Names what the emulator does where the service could do otherwise.
 *
 * Documented and known behaviours have only an id here: their grade is looked up in the fixtures. An
 * assumption says why it was made and, if somebody could care, what the other reading is.
 */

export interface Behaviour {
  readonly id: string
  /** What the emulator does, as a sentence. */
  readonly says: string
  /** Stands for the behaviour in the journal. */
  readonly number: number
  readonly assumed?: Assumption
}

export interface Assumption {
  /** What made this the likely reading. */
  readonly because: string
  /** The other reading, if it can be switched to. */
  readonly instead?: string
  /** Further readings, by the names that switch to them. */
  readonly or?: Readonly<Record<string, string>>
}

export type Assumed = Behaviour & { readonly assumed: Assumption }

const declared = new Map<string, Behaviour>()

function declare<B extends Omit<Behaviour, 'number'>>(parts: B): B & { number: number } {
  if (declared.has(parts.id)) throw new Error(`the behaviour "${parts.id}" is declared twice`)
  const behaviour = { ...parts, number: declared.size }
  declared.set(parts.id, behaviour)
  return behaviour
}

/** A behaviour that the service's document or its contract states. */
export const behaviour = (id: string, says: string): Behaviour => declare({ id, says })

/** A behaviour of ours where both are silent or differ; `instead` makes it switchable. */
export const assumed = (id: string, says: string, assumption: Assumption): Assumed =>
  declare({ id, says, assumed: assumption })

/** Every reading of an assumption that can be switched to, by its name. */
export const readingsOf = ({ assumed: assumption }: Behaviour): Readonly<Record<string, string>> =>
  assumption?.instead === undefined ? {} : { instead: assumption.instead, ...assumption.or }

/** Every behaviour that was declared, in the order of its number. */
export const allBehaviours = (): readonly Behaviour[] => [...declared.values()]
