/** Explains the response to a request, as data and as text. */
import { type Behaviour, alternativesOf, summaryWith } from '../define/behaviour.ts'
import type { StoredEntry } from '../journal/entry-kind.ts'
import type { RequestEntry } from '../journal/kinds/request.ts'
import type { BehaviourGrade, Grades } from './grades.ts'
import { defined } from '../errors/defined.ts'
import { toAsciiJson } from '../store/json-copy.ts'

/** A behaviour that a request relied on. */
export interface ExplainedBehaviour {
  /** Its id, as in `docs/behaviours.md`: `enrollment.cancel.from`. */
  readonly id: string
  /** The source of the behaviour. */
  readonly grade: BehaviourGrade
  /** What the emulator does, as a sentence. For an assumption, the active alternative. */
  readonly summary: string
  /** Why the emulator makes this assumption. */
  readonly reason?: string
  /** The other alternatives of an assumption, by the names for the option `assumptions`. */
  readonly alternatives?: Readonly<Record<string, string>>
}

/** The explanation of a response. */
export interface Explanation {
  /** The number of the journal entry. */
  readonly entry: number
  /** Method and path, as sent. */
  readonly request: string
  /** The status of the response. Null if the caller got no response. */
  readonly status: number | null | undefined
  /** The operation that matches the method and the path. */
  readonly operation?: { readonly id: string; readonly grade: BehaviourGrade }
  /** Why the request was refused, in one line. */
  readonly reason?: string
  /** The id of the behaviour that decided the refusal. */
  readonly decidedBy?: string
  /** The errors of the body or the query, by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>
  /** The scopes that the token lacked. One of these sets is sufficient. */
  readonly missingScopes?: readonly (readonly string[])[]
  /** The feature flag that is off. */
  readonly flagOff?: string
  /** The ids of the faults that hit the request. */
  readonly fault?: string
  /** The operations with the nearest path, with the same method if there are any. Empty if no path is near. */
  readonly nearest?: readonly string[]
  /** The behaviours that the response relies on. The deciding one is the first. */
  readonly behaviours: readonly ExplainedBehaviour[]
  /** The explanation as text. */
  readonly text: string
  /** Returns `text`, so that the explanation can be printed. */
  toString(): string
}

/** Explains a request. `alternatives` holds the active alternative of assumptions, by id. */
export function explain(
  entry: StoredEntry<RequestEntry>,
  alternatives: ReadonlyMap<string, string>,
  grades: Grades,
): Explanation {
  const { number, method, path, status, operation, decidedBy, behaviours } = entry
  const explainedBehaviours = [...(behaviours?.behaviours() ?? [])]
    .map((behaviour) => explainBehaviour(behaviour, alternatives, grades))
    .toSorted((a, b) => Number(b.id === decidedBy) - Number(a.id === decidedBy))
  const facts = {
    entry: number,
    request: `${method} ${path}`,
    status,
    ...(operation !== undefined && {
      operation: { id: operation, grade: grades.ofOperation(operation) },
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

function pickDetails(entry: StoredEntry<RequestEntry>): Pick<Facts, (typeof details)[number]> {
  const present = details.filter((name) => entry[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, entry[name]]))
}

function explainBehaviour(
  behaviour: Behaviour,
  chosenAlternatives: ReadonlyMap<string, string>,
  grades: Grades,
): ExplainedBehaviour {
  const { id, summary, assumption } = behaviour
  const alternatives = alternativesOf(behaviour)
  const alternativeName = chosenAlternatives.get(id)
  const otherAlternatives = Object.entries({ default: summary, ...alternatives }).filter(
    ([name]) => name !== (alternativeName ?? 'default'),
  )
  return {
    id,
    grade: grades.ofBehaviour(behaviour, alternativeName),
    summary: summaryWith(behaviour, alternativeName),
    ...defined({ reason: assumption?.reason }),
    ...(otherAlternatives.length > 0 && { alternatives: Object.fromEntries(otherAlternatives) }),
  }
}

function formatExplanation(facts: Facts): string {
  const { request, status, operation, reason, missingScopes, flagOff, nearest = [] } = facts
  const decisive = facts.behaviours.filter(({ id }) => id === facts.decidedBy)
  const others = facts.behaviours.filter(({ id }) => id !== facts.decidedBy)
  return [
    `${request} -> ${status}${reason === undefined ? '' : `: ${reason}`}`,
    ...decisive.flatMap(decisiveLines),
    ...(operation ? [`  operation ${operation.id} (${operation.grade})`] : []),
    ...(missingScopes
      ? [`  missing: ${missingScopes.map((set) => set.join(' and ')).join(', or ')}`]
      : []),
    ...(flagOff === undefined ? [] : [`  the flag "${flagOff}" is off`]),
    ...(facts.fault === undefined ? [] : [`  hit by ${facts.fault}`]),
    ...(nearest.length > 0 ? [`  nearest: ${nearest.join(', ')}`] : []),
    ...others.map(({ id, grade, summary }) => `  relies on ${id} (${grade}): ${summary}`),
  ].join('\n')
}

function decisiveLines({
  id,
  grade,
  summary,
  reason,
  alternatives = {},
}: ExplainedBehaviour): string[] {
  const others = Object.entries(alternatives).map(
    ([name, alternative]) => `    or "${name}": ${alternative}`,
  )
  return [
    `  decided by ${id} (${grade}): ${summary}`,
    ...(reason === undefined ? [] : [`    because ${reason}`]),
    ...others,
  ]
}

/** Formats the explanation as one line of printable ASCII for a header, with ids instead of sentences. */
export function toHeaderValue({ text: _, behaviours, ...facts }: Explanation): string {
  const line = { ...facts, behaviours: behaviours.map(({ id, grade }) => `${id} ${grade}`) }
  return toAsciiJson(JSON.stringify(line))
}
