/** The table of defects and checks: it is complete, explained, and a sample of its cells is reproduced. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { checks } from '../../../src/conformance/check/checks.ts'
import { createRandom } from '../../../src/engine/store/random.ts'
import { checkConnect } from './check-connect.ts'
import { defects } from './defects.ts'
import { formatEntailmentTable, furtherFailures, parseEntailmentTable } from './entailment-table.ts'
import { entailments } from './entailments.ts'

const text = readFileSync(new URL('../../../docs/report-card-table.md', import.meta.url), 'utf8')
const rows = parseEntailmentTable(text)
const ids = checks.map(({ id }) => id)
const further = furtherFailures(rows)

test('each defect ran against each check, and fails its own', () => {
  expect([...rows.keys()]).toEqual(ids)
  for (const [id, { fails, passes }] of rows) {
    expect(fails).toContain(id)
    expect([...fails, ...passes].toSorted()).toEqual(ids.toSorted())
  }
})

test('a sentence explains each of at most 24 further failures', () => {
  expect(further.length).toBeLessThanOrEqual(24)
  const explained = Object.entries(entailments).flatMap(([row, sentences]) =>
    Object.keys(sentences).map((column) => [row, column]),
  )
  expect(explained.toSorted()).toEqual(further.toSorted())
  for (const sentences of Object.values(entailments))
    for (const sentence of Object.values(sentences)) expect(sentence).toMatch(/^[A-Z].{20,100}\.$/)
  expect(formatEntailmentTable(ids, rows, entailments)).toBe(text)
})

/** Cells of the table: a further failure, and cells that do not fail. `CELLS` is their number. */
function sampleOfCells(count: number): [row: string, column: string][] {
  const random = createRandom(17).stream('cells')
  const passing = [...rows].flatMap(([row, { passes }]) =>
    passes.map((column): [string, string] => [row, column]),
  )
  return Array.from({ length: count }, (_, i) => random.pick(i === 0 ? further : passing))
}

test.each(sampleOfCells(Number(process.env['CELLS'] ?? 4)))(
  'the defect of %s and the check %s give the verdict of the table',
  async (row, column) => {
    const card = await checkIntegration(checkConnect(defects[row]), { only: [column] })
    expect(card.checks[0]?.verdict === 'failed').toBe(rows.get(row)?.fails.includes(column))
  },
)
