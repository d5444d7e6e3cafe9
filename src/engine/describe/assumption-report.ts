/** Reports the behaviours that a run relied on, by grade. */
import { type Behaviour, summaryWith } from '../define/behaviour.ts'
import { type BehaviourGrade, type Grades, grades } from './grades.ts'

/** The behaviours that a run relied on: ids by grade, in alphabetical order. */
export interface AssumptionReport {
  /** Behaviours that the documentation of the service states. */
  readonly documented: readonly string[]
  /** Behaviours that only the contract of the service states. */
  readonly reference: readonly string[]
  /** Behaviours that the emulator assumes. */
  readonly assumed: readonly string[]
  /** The operations that the run called. */
  readonly operations: Readonly<Record<'documented' | 'reference', readonly string[]>>
  /** The report as text: the number of behaviours per grade, and each assumption with its reason. */
  readonly text: string
  /** Returns `text`, so that the report can be printed. */
  toString(): string
}

/** The behaviours and operations of a run, and the active alternatives by assumption. */
interface ReportInput {
  readonly behaviours: Iterable<Behaviour>
  readonly operations: Iterable<string>
  readonly alternatives: ReadonlyMap<string, string>
  /** The grades of the service. */
  readonly gradesOfService: Grades
}

export function createAssumptionReport({
  behaviours,
  operations,
  alternatives,
  gradesOfService,
}: ReportInput): AssumptionReport {
  const sortedBehaviours = [...behaviours].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sortedOperations = [...operations].toSorted()
  const idsOf = (grade: BehaviourGrade): string[] =>
    sortedBehaviours
      .filter((each) => gradesOfService.ofBehaviour(each, alternatives.get(each.id)) === grade)
      .map(({ id }) => id)
  const operationsOf = (grade: BehaviourGrade): string[] =>
    sortedOperations.filter((id) => gradesOfService.ofOperation(id) === grade)
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

/** Formats the counts: `41 behaviours: 33 documented, 6 reference, 2 assumed`. */
export function formatGradeCounts(
  ids: Readonly<Record<BehaviourGrade, readonly string[]>>,
): string {
  const all = grades.reduce((sum, grade) => sum + ids[grade].length, 0)
  const parts = grades.map((grade) => `${ids[grade].length} ${grade}`)
  return `${all} ${all === 1 ? 'behaviour' : 'behaviours'}: ${parts.join(', ')}`
}

/** Formats an assumption with its reason. */
function assumptionLines(behaviour: Behaviour, alternativeName: string | undefined): string[] {
  const { id, assumption } = behaviour
  if (!assumption && alternativeName === undefined) return []
  const selected = alternativeName === undefined ? '' : ` (alternative "${alternativeName}")`
  return [
    `  ${id}: ${summaryWith(behaviour, alternativeName)}${selected}`,
    ...(assumption ? [`    because ${assumption.reason}`] : []),
  ]
}
