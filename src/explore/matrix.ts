/** The matrix of an exploration: choice points, deviations and the verdict of each history with one deviation. */
import { deviationTable } from './deviations.ts'
import type { ChoicePoint } from './choice-point.ts'
import type { JudgedHistory } from './failure.ts'
import type { Verdict } from './judgement.ts'

/** A choice point with the verdict of each deviation; null where a deviation does not apply. */
export interface MatrixRow {
  /** The identity of the choice point, such as `GET /users/3 #2`. */
  readonly point: string
  /** The verdicts, in the order of the columns. */
  readonly cells: readonly (Verdict | null)[]
}

/** The choice points, the deviations and their verdicts. */
export interface Matrix {
  /** The names of the deviations. */
  readonly columns: readonly string[]
  /** The choice points, in the order of the plain run. */
  readonly rows: readonly MatrixRow[]
}

export function matrixFrom(
  points: readonly ChoicePoint[],
  judged: readonly JudgedHistory[],
): Matrix {
  const cells = new Map<string, Verdict>()
  const used = new Set<string>()
  for (const { history, judgement } of judged) {
    const [deviation, ...others] = history
    if (!deviation || others.length > 0) continue
    cells.set(`${deviation.name} ${deviation.point}`, judgement.verdict)
    used.add(deviation.name)
  }
  const columns = deviationTable.map(({ name }) => name).filter((name) => used.has(name))
  const rows = points
    .map(({ id }) => ({
      point: id,
      cells: columns.map((name) => cells.get(`${name} ${id}`) ?? null),
    }))
    .filter((row) => row.cells.some((cell) => cell !== null))
  return { columns, rows }
}
