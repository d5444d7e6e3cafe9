/** Says why a request was answered as it was: in words for people, as data for programs. */
import { type Behaviour, alternativesOf } from '../define/behaviours.ts'
import { type BehaviourGrade, gradeOfBehaviour, gradeOfOperation } from './grades.ts'

/** A behaviour that a request relied on. */
export interface ExplainedBehaviour {
  /** Its name, as in `docs/behaviours.md`: `enrollment.cancel.from`. */
  readonly id: string
  /** How well it is known. */
  readonly grade: BehaviourGrade
  /** What the emulator did, as a sentence; of an assumption, in the reading that is in force. */
  readonly summary: string
  /** Of an assumption: what made this the likely reading. */
  readonly reason?: string
  /** Of an assumption: its other readings, by the names that `readings` takes. */
  readonly alternatives?: Readonly<Record<string, string>>
}

/** Why a request was answered as it was. */
export interface Explanation {
  /** The number of its entry in the journal. */
  readonly entry: number
  /** Method and path, as sent. */
  readonly request: string
  /** What it was answered with. */
  readonly status: number
  /** The operation that method and path mean, if there is one. */
  readonly operation?: { readonly id: string; readonly grade: BehaviourGrade }
  /** Why it was refused, in one line. */
  readonly reason?: string
  /** The behaviour that decided the refusal; one of `behaviours`. */
  readonly decidedBy?: string
  /** What was wrong with the body or the query, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** The scopes that the token lacked; one of these sets would have been enough. */
  readonly missingScopes?: readonly (readonly string[])[]
  /** The feature flag that is off. */
  readonly flagOff?: string
  /** The faults of the test that hit the request, by their ids. */
  readonly fault?: string
  /** Operations whose method and path look most like those sent. */
  readonly nearest?: readonly string[]
  /** What the answer relied on; what decided a refusal comes first. */
  readonly behaviours: readonly ExplainedBehaviour[]
  /** All of it in lines for people. */
  readonly text: string
  /** The text, so that an explanation can be printed as it is. */
  toString(): string
}

/** What the journal keeps of a request. */
export interface ExplainableEntry {
  readonly number: number
  readonly [detail: string]: unknown
}

export function explain(
  entry: ExplainableEntry,
  behaviours: readonly Behaviour[],
  alternatives: ReadonlyMap<string, string>,
): Explanation {
  const numbers = [...new Set(entry['used'] as readonly number[])]
  const decidedBy = entry['decidedBy'] as string | undefined
  const explainedBehaviours = numbers
    .map((number) => explainBehaviour(behaviours[number] as Behaviour, alternatives))
    .toSorted((a, b) => Number(b.id === decidedBy) - Number(a.id === decidedBy))
  const operation = entry['operation'] as string | undefined
  const facts = {
    entry: entry.number,
    request: `${String(entry['method'])} ${String(entry['path'])}`,
    status: entry['status'] as number,
    ...(operation !== undefined && {
      operation: { id: operation, grade: gradeOfOperation(operation) },
    }),
    ...pickDetails(entry),
    behaviours: explainedBehaviours,
  }
  const text = formatExplanation(facts)
  return { ...facts, text, toString: () => text }
}

type Facts = Omit<Explanation, 'text' | 'toString'>

const details = [
  'reason',
  'decidedBy',
  'errors',
  'missingScopes',
  'flagOff',
  'fault',
  'nearest',
] as const

function pickDetails(entry: ExplainableEntry): Pick<Facts, (typeof details)[number]> {
  const present = details.filter((name) => entry[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, entry[name]]))
}

function explainBehaviour(
  behaviour: Behaviour,
  chosenAlternatives: ReadonlyMap<string, string>,
): ExplainedBehaviour {
  const { id, summary, assumption } = behaviour
  const alternatives = alternativesOf(behaviour)
  const alternativeName = chosenAlternatives.get(id)
  const otherAlternatives = Object.entries({ default: summary, ...alternatives }).filter(
    ([name]) => name !== (alternativeName ?? 'default'),
  )
  return {
    id,
    grade: gradeOfBehaviour(behaviour),
    summary: (alternativeName === undefined ? undefined : alternatives[alternativeName]) ?? summary,
    ...(assumption && { reason: assumption.reason }),
    ...(otherAlternatives.length > 0 && { alternatives: Object.fromEntries(otherAlternatives) }),
  }
}

function formatExplanation(facts: Facts): string {
  const { request, status, operation, reason, missingScopes, flagOff, nearest = [] } = facts
  return [
    `${request} -> ${status}${reason === undefined ? '' : `: ${reason}`}`,
    ...(operation ? [`  operation ${operation.id} (${operation.grade})`] : []),
    ...(missingScopes
      ? [`  missing: ${missingScopes.map((set) => set.join(' and ')).join(', or ')}`]
      : []),
    ...(flagOff === undefined ? [] : [`  the flag "${flagOff}" is off`]),
    ...(facts.fault === undefined ? [] : [`  hit by ${facts.fault}`]),
    ...(nearest.length > 0 ? [`  nearest: ${nearest.join(', ')}`] : []),
    ...facts.behaviours.flatMap((each) => behaviourLines(each, each.id === facts.decidedBy)),
  ].join('\n')
}

function behaviourLines(
  { id, grade, summary, reason, alternatives = {} }: ExplainedBehaviour,
  isDecisive: boolean,
): string[] {
  const firstLine = `  ${isDecisive ? 'decided by' : 'relies on'} ${id} (${grade}): ${summary}`
  if (!isDecisive) return [firstLine]
  const others = Object.entries(alternatives).map(
    ([name, alternative]) => `    or "${name}": ${alternative}`,
  )
  return [firstLine, ...(reason === undefined ? [] : [`    because ${reason}`]), ...others]
}

/** The explanation in one line of printable ASCII, as a header carries it: ids in place of sentences. */
export function toHeaderValue({ text: _, behaviours, ...facts }: Explanation): string {
  const line = { ...facts, behaviours: behaviours.map(({ id, grade }) => `${id} ${grade}`) }
  return JSON.stringify(line).replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
