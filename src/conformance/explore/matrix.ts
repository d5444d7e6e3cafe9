/** The matrix of an exploration: choice points, deviations and the verdict of each schedule with one deviation. */
import { deviationTable } from '../deviations/kinds.ts'
import type { Verdict } from '../oracles/verdict.ts'

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
  /** The choice points, in the order of the baseline run. */
  readonly rows: readonly MatrixRow[]
}

/** Builds the matrix from the ids of the choice points and the verdicts by deviation and point. */
export function matrixFrom(points: readonly string[], cells: ReadonlyMap<string, Verdict>): Matrix {
  const names = deviationTable.map(({ name }) => name)
  const columns = names.filter((name) => points.some((point) => cells.has(`${name} ${point}`)))
  const rows = [...new Set(points)]
    .map((point) => ({
      point,
      cells: columns.map((name) => cells.get(`${name} ${point}`) ?? null),
    }))
    .filter((row) => row.cells.some((cell) => cell !== null))
  return { columns, rows }
}
