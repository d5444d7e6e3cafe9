/** Says why a request was answered as it was: in words for people, as data for programs. */
import { type Behaviour, readingsOf } from '../define/behaviours.ts'
import { type BehaviourGrade, gradeOf, gradeOfOperation } from './grades.ts'

/** A behaviour that a request relied on. */
export interface ExplainedBehaviour {
  /** Its name, as in `docs/behaviours.md`: `enrollment.cancel.from`. */
  readonly id: string
  /** How well it is known. */
  readonly grade: BehaviourGrade
  /** What the emulator did, as a sentence; of an assumption, in the reading that is in force. */
  readonly says: string
  /** Of an assumption: what made this the likely reading. */
  readonly because?: string
  /** Of an assumption: its other readings, by the names that `readings` takes. */
  readonly otherwise?: Readonly<Record<string, string>>
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
  readonly because?: string
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
export interface Explainable {
  readonly number: number
  readonly [detail: string]: unknown
}

export function explain(
  entry: Explainable,
  behaviours: readonly Behaviour[],
  readings: ReadonlyMap<string, string>,
): Explanation {
  const numbers = [...new Set(entry['used'] as readonly number[])]
  const decidedBy = entry['decidedBy'] as string | undefined
  const relied = numbers
    .map((number) => explained(behaviours[number] as Behaviour, readings))
    .toSorted((a, b) => Number(b.id === decidedBy) - Number(a.id === decidedBy))
  const operation = entry['operation'] as string | undefined
  const facts = {
    entry: entry.number,
    request: `${String(entry['method'])} ${String(entry['path'])}`,
    status: entry['status'] as number,
    ...(operation !== undefined && {
      operation: { id: operation, grade: gradeOfOperation(operation) },
    }),
    ...kept(entry),
    behaviours: relied,
  }
  const text = textOf(facts)
  return { ...facts, text, toString: () => text }
}

type Facts = Omit<Explanation, 'text' | 'toString'>

const details = [
  'because',
  'decidedBy',
  'errors',
  'missingScopes',
  'flagOff',
  'fault',
  'nearest',
] as const

function kept(entry: Explainable): Pick<Facts, (typeof details)[number]> {
  const known = details.filter((name) => entry[name] !== undefined)
  return Object.fromEntries(known.map((name) => [name, entry[name]]))
}

function explained(
  behaviour: Behaviour,
  readings: ReadonlyMap<string, string>,
): ExplainedBehaviour {
  const { id, says, assumed } = behaviour
  const all = readingsOf(behaviour)
  const reading = readings.get(id)
  const others = Object.entries({ default: says, ...all }).filter(
    ([name]) => name !== (reading ?? 'default'),
  )
  return {
    id,
    grade: gradeOf(behaviour),
    says: (reading === undefined ? undefined : all[reading]) ?? says,
    ...(assumed && { because: assumed.because }),
    ...(others.length > 0 && { otherwise: Object.fromEntries(others) }),
  }
}

function textOf(facts: Facts): string {
  const { request, status, operation, because, missingScopes, flagOff, nearest = [] } = facts
  return [
    `${request} -> ${status}${because === undefined ? '' : `: ${because}`}`,
    ...(operation ? [`  operation ${operation.id} (${operation.grade})`] : []),
    ...(missingScopes
      ? [`  missing: ${missingScopes.map((set) => set.join(' and ')).join(', or ')}`]
      : []),
    ...(flagOff === undefined ? [] : [`  the flag "${flagOff}" is off`]),
    ...(facts.fault === undefined ? [] : [`  hit by ${facts.fault}`]),
    ...(nearest.length > 0 ? [`  nearest: ${nearest.join(', ')}`] : []),
    ...facts.behaviours.flatMap((each) => linesFor(each, each.id === facts.decidedBy)),
  ].join('\n')
}

function linesFor(
  { id, grade, says, because, otherwise = {} }: ExplainedBehaviour,
  decided: boolean,
): string[] {
  const head = `  ${decided ? 'decided by' : 'relies on'} ${id} (${grade}): ${says}`
  if (!decided) return [head]
  const others = Object.entries(otherwise).map(([name, reading]) => `    or "${name}": ${reading}`)
  return [head, ...(because === undefined ? [] : [`    because ${because}`]), ...others]
}

/** The explanation in one line of printable ASCII, as a header carries it: ids in place of sentences. */
export function compact({ text: _, behaviours, ...facts }: Explanation): string {
  const line = { ...facts, behaviours: behaviours.map(({ id, grade }) => `${id} ${grade}`) }
  return JSON.stringify(line).replaceAll(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
