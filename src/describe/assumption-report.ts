/** Adds up which behaviours of the service a run relied on, and how well each is known. */
import type { Behaviour } from '../define/behaviours.ts'
import { type BehaviourGrade, gradeOfBehaviour, gradeOfOperation, grades } from './grades.ts'

/** What a run relied on: ids by grade, each list in alphabetical order. */
export interface AssumptionReport {
  /** Behaviours that the service's document states. */
  readonly documented: readonly string[]
  /** Behaviours that only its contract states. */
  readonly reference: readonly string[]
  /** Behaviours that are the emulator's own reading. */
  readonly assumed: readonly string[]
  /** The operations that answered. */
  readonly operations: Readonly<Record<'documented' | 'reference', readonly string[]>>
  /** The same for people: how many of each grade, and every assumption with its reason. */
  readonly text: string
  /** The text, so that a bill can be printed as it is. */
  toString(): string
}

/** What was relied on, and which assumptions were read in another way. */
export interface ReportInput {
  readonly behaviours: Iterable<Behaviour>
  readonly operations: Iterable<string>
  readonly alternatives: ReadonlyMap<string, string>
}

export function createAssumptionReport({
  behaviours,
  operations,
  alternatives,
}: ReportInput): AssumptionReport {
  const sortedBehaviours = [...behaviours].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sortedOperations = [...operations].toSorted()
  const idsOf = (grade: BehaviourGrade): string[] =>
    sortedBehaviours.filter((each) => gradeOfBehaviour(each) === grade).map(({ id }) => id)
  const operationsOf = (grade: BehaviourGrade): string[] =>
    sortedOperations.filter((id) => gradeOfOperation(id) === grade)
  const ids = {
    documented: idsOf('documented'),
    reference: idsOf('reference'),
    assumed: idsOf('assumed'),
  }
  const text = [
    `This run relies on ${formatGradeCounts(ids)}`,
    ...sortedBehaviours.flatMap((each) => assumptionLines(each, alternatives.get(each.id))),
  ].join('\n')
  return {
    ...ids,
    operations: { documented: operationsOf('documented'), reference: operationsOf('reference') },
    text,
    toString: () => text,
  }
}

/** `41 behaviours: 33 documented, 6 reference, 2 assumed`. */
export function formatGradeCounts(
  ids: Readonly<Record<BehaviourGrade, readonly string[]>>,
): string {
  const all = grades.reduce((sum, grade) => sum + ids[grade].length, 0)
  const parts = grades.map((grade) => `${ids[grade].length} ${grade}`)
  return `${all} ${all === 1 ? 'behaviour' : 'behaviours'}: ${parts.join(', ')}`
}

/** An assumption with its reason. */
function assumptionLines(
  { id, summary: defaultSummary, assumption }: Behaviour,
  alternativeName: string | undefined,
): string[] {
  if (!assumption) return []
  const summary =
    alternativeName === undefined ? defaultSummary : formatAlternative(alternativeName, assumption)
  return [`  ${id}: ${summary}`, `    because ${assumption.reason}`]
}

const formatAlternative = (
  name: string,
  { alternative, alternatives }: NonNullable<Behaviour['assumption']>,
): string => `${alternatives?.[name] ?? alternative} (alternative "${name}")`
