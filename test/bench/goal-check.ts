/** Compares measurements with the goals and prints the result. */
import type { Goal } from './goals.ts'

export interface GoalResult {
  readonly name: string
  readonly ratio: number
  readonly goal: number
  readonly holds: boolean
}

export interface GoalCheck {
  readonly rows: readonly GoalResult[]
  /** One line for each missed goal. */
  readonly problems: readonly string[]
}

export function checkGoals(goals: readonly Goal[], ratios: ReadonlyMap<string, number>): GoalCheck {
  const rows: GoalResult[] = []
  const problems: string[] = []
  for (const { name, atMost = Infinity, atLeast = 0 } of goals) {
    const measured = ratios.get(name)
    if (measured === undefined || Number.isNaN(measured)) {
      problems.push(`"${name}" was not measured`)
      continue
    }
    const ratio = Number(measured.toFixed(3))
    const goal = atMost === Infinity ? atLeast : atMost
    const holds = ratio <= atMost && ratio >= atLeast
    rows.push({ name, ratio, goal, holds })
    const should = atMost === Infinity ? 'at least' : 'at most'
    if (!holds) problems.push(`"${name}" is ${ratio}; it should be ${should} ${goal}`)
  }
  const known = new Set(goals.map(({ name }) => name))
  for (const name of ratios.keys()) {
    if (!known.has(name)) problems.push(`"${name}" was measured, but has no goal`)
  }
  return { rows, problems }
}

/** The report as JSON lines. */
export const asLines = (rows: readonly GoalResult[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** The report as a table. */
export function asTable(rows: readonly GoalResult[], goals: readonly Goal[]): string {
  const signOf = new Map(
    goals.map(({ name, atLeast }) => [name, atLeast === undefined ? '≤' : '≥']),
  )
  const width = Math.max(...rows.map(({ name }) => name.length))
  const line = (name: string, ratio: string, goal: string, holds: string): string =>
    `${name.padEnd(width)}  ${ratio.padStart(8)}  ${goal.padStart(7)}  ${holds}\n`
  const body = rows.map(({ name, ratio, goal, holds }) =>
    line(name, ratio.toFixed(3), `${signOf.get(name)} ${goal}`, holds ? 'yes' : 'NO'),
  )
  return line('what', 'ratio', 'goal', 'passed') + body.join('')
}
