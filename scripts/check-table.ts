/**
 * `npm run check-table`: runs each incorrect integration of test/conformance/check/defects.ts against each check of the report
 * card, and writes docs/report-card-table.md. `-- --only limits` runs the defects of one group or check, and keeps
 * the other rows.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkIntegration } from '../src/check.ts'
import { checks } from '../src/conformance/check/checks.ts'
import { checkConnect } from '../test/conformance/check/check-connect.ts'
import { defects } from '../test/conformance/check/defects.ts'
import {
  type DefectRows,
  formatEntailmentTable,
  furtherFailures,
  parseEntailmentTable,
} from '../test/conformance/check/entailment-table.ts'
import { entailments } from '../test/conformance/check/entailments.ts'

const file = new URL('../docs/report-card-table.md', import.meta.url)
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const selected = checks.filter(
  ({ id, group }) => !values.only || values.only.includes(id) || values.only.includes(group),
)
if (selected.length === 0) throw new Error('No check or group has the name that --only gives.')

const rows = new Map<string, { fails: readonly string[]; passes: readonly string[] }>(
  existsSync(file) ? parseEntailmentTable(readFileSync(file, 'utf8')) : [],
)
for (const { id } of selected) {
  const card = await checkIntegration(checkConnect(defects[id]))
  const failing = card.checks.filter(({ verdict }) => verdict === 'failed')
  const others = card.checks.filter(({ verdict }) => verdict !== 'failed')
  rows.set(id, { fails: failing.map((each) => each.id), passes: others.map((each) => each.id) })
  process.stderr.write(`${id}: ${failing.map((each) => each.id).join(', ')}\n`)
}
const ids = checks.map(({ id }) => id)
const known: DefectRows = new Map(ids.flatMap((id) => (rows.has(id) ? [[id, rows.get(id)!]] : [])))
writeFileSync(file, formatEntailmentTable(ids, known, entailments))

for (const [row, column] of furtherFailures(known)) {
  if (entailments[row]?.[column] !== undefined) continue
  process.stderr.write(
    `test/conformance/check/entailments.ts does not explain ${row} -> ${column}.\n`,
  )
}
