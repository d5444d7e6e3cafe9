/** Prints the score of each folder, and the surviving mutants that `survivors.yaml` does not explain. */
import { createReasons, survivorsFile } from './survivor-reasons.mjs'

/** The share of mutants that the tests must find. */
const scoreMin = 0.9

/** Prints the report, and returns the exit code: 1 below the score or with an unexplained survivor. */
export function printReport(root, results, { list }) {
  const reasonOf = createReasons(root)
  const survivors = results.filter(({ status }) => status !== 'killed')
  const unexplained = survivors.filter((mutant) => reasonOf(mutant) === undefined)
  for (const mutant of list ? survivors : unexplained) {
    process.stdout.write(`${describeMutant(mutant)}${reasonLine(reasonOf(mutant))}\n`)
  }
  printTable(results)
  const score = 1 - survivors.length / results.length
  if (unexplained.length > 0) {
    process.stdout.write(
      `${unexplained.length} survivors have no reason in ${survivorsFile}. Add a test or a reason.\n`,
    )
  }
  if (score >= scoreMin && unexplained.length === 0) return 0
  process.stdout.write(`The score is ${percent(score)}; the goal is ${percent(scoreMin)}.\n`)
  return 1
}

export const describeMutant = ({ file, line, status, original, replacement }) =>
  `${file}:${line} ${status ?? 'is reached by no test'}\n  - ${original}\n  + ${replacement}`

const reasonLine = (reason) => (reason === undefined ? '' : `\n  ${reason}`)

const percent = (share) => `${(100 * share).toFixed(1)} %`

function printTable(results) {
  const folders = [...new Set(results.map(folderOf))].sort()
  const rows = [
    ...folders.map((folder) => [folder, rowOf(results, folder)]),
    ['all', rowOf(results)],
  ]
  console.table(Object.fromEntries(rows))
}

function rowOf(results, folder) {
  const some = folder ? results.filter((mutant) => folderOf(mutant) === folder) : results
  const count = (status) => some.filter((mutant) => mutant.status === status).length
  return {
    mutants: some.length,
    killed: count('killed'),
    survived: count('survived'),
    'no test': count(undefined),
    score: percent(count('killed') / some.length),
  }
}

const folderOf = ({ file }) => file.split('/')[2]
