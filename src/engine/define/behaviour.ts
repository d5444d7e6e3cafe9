/**
 * Names the behaviours of the emulator that journal entries and reports refer to.
 *
 * A behaviour names the fact of the service's document or contract that states it; an assumption has a reason.
 * Both have alternatives if the difference matters to users.
 */

export interface Behaviour {
  readonly id: string
  /** What the emulator does, as a sentence. */
  readonly summary: string
  /** The id of the fact that states it. */
  readonly fact?: string
  /** The behaviour with each alternative, by name. The name of a single one is usually `alternative`. */
  readonly alternatives?: Readonly<Record<string, string>>
  readonly assumption?: Assumption
}

export interface Assumption {
  /** Why the assumption is likely, as a clause. */
  readonly reason: string
  /**
   * Whether explorations have the alternatives as deviations. Default: true. False for a format, for which an
   * integration is written.
   */
  readonly isExplored?: boolean
}

/** The numbers that can be selected in place of an alternative. */
export interface NumberRange {
  readonly default: number
  readonly min: number
  readonly max: number
}

/** An assumption about a number. Its alternatives are the other whole numbers of the range. */
export type AssumedNumber = AssumedBehaviour & {
  readonly range: NumberRange
  /** The behaviour with a number, as a sentence. */
  summaryFor(number: number): string
}

/** A behaviour that can have alternatives. */
export type AssumedBehaviour = Behaviour &
  (
    | { readonly assumption: Assumption }
    | { readonly alternatives: NonNullable<Behaviour['alternatives']> }
  )

const behavioursById = new Map<string, Behaviour>()

function declareBehaviour<B extends Behaviour>(behaviour: B): B {
  const { id } = behaviour
  if (behavioursById.has(id)) throw new Error(`the behaviour "${id}" is declared twice`)
  behavioursById.set(id, behaviour)
  return behaviour
}

/** Declares a behaviour that a fact of the service's document or of its contract states. */
export const behaviour = (id: string, summary: string, fact: string): Behaviour =>
  declareBehaviour({ id, summary, fact })

/** Declares a behaviour that a fact states, and that has alternatives, because document and contract differ. */
export const switchable = (
  id: string,
  summary: string,
  fact: string,
  alternatives: NonNullable<Behaviour['alternatives']>,
): AssumedBehaviour => declareBehaviour({ id, summary, fact, alternatives })

/** Declares an assumption: a behaviour that the document and the contract omit or contradict. */
export const assumed = (
  id: string,
  summary: string,
  { alternatives = {}, ...assumption }: Assumption & Pick<Behaviour, 'alternatives'>,
): AssumedBehaviour => declareBehaviour({ id, summary, alternatives, assumption })

/** Declares an assumption about a number. Any number of the range can be selected. */
export const assumedNumber = (
  id: string,
  summaryFor: AssumedNumber['summaryFor'],
  { range, ...assumption }: Pick<Assumption, 'reason'> & { readonly range: NumberRange },
): AssumedNumber =>
  declareBehaviour({ id, summary: summaryFor(range.default), assumption, range, summaryFor })

/** Returns the range of the numbers that can be selected; undefined for other behaviours. */
export const rangeOf = (behaviour: Behaviour): NumberRange | undefined =>
  'range' in behaviour ? (behaviour as AssumedNumber).range : undefined

/** Returns whether an alternative, or another number, can be selected. */
export const isSwitchable = (behaviour: Behaviour): boolean =>
  rangeOf(behaviour) !== undefined || Object.keys(alternativesOf(behaviour)).length > 0

/** Returns the summary of a behaviour with the selected alternative or number. */
export function summaryWith(behaviour: Behaviour, selected: string | undefined): string {
  if (selected === undefined) return behaviour.summary
  if (rangeOf(behaviour)) return (behaviour as AssumedNumber).summaryFor(Number(selected))
  return alternativesOf(behaviour)[selected] ?? behaviour.summary
}

/** Returns the alternatives of a behaviour, by name; empty if it has none. */
export const alternativesOf = ({
  alternatives = {},
}: Behaviour): Readonly<Record<string, string>> => alternatives

/** Every behaviour that was declared. */
export const allBehaviours = (): readonly Behaviour[] => [...behavioursById.values()]
