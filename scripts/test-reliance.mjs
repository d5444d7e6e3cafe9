/**
 * `npm run test:reliance -- test/service`: runs tests again with alternatives of all assumptions that they do not rely
 * on. A test that fails then relies on an assumption that the report of its emulators does not list.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstalled, exitOnFailure, installed, run } from './prepare.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    // Each round takes another alternative of the assumptions that have several.
    rounds: { type: 'string', default: '1' },
    // The ids of the assumptions, to find the one that a test relies on. Default: all.
    only: { type: 'string' },
  },
})
const filters = positionals.length > 0 ? positionals : ['test/engine', 'test/service', 'test/docs']

ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'emulator-reliance-'))
const records = join(folder, 'records')

const asItIs = runTests(records)
const failedBefore = new Set(asItIs.filter(({ isFailed }) => isFailed).map(nameOf))
let pairs = 0
const broken = new Set()
for (let round = 0; round < Number(values.rounds); round += 1) {
  const ofRound = runTests(join(folder, `round-${round}`), {
    RELIANCE_RECORDS: records,
    RELIANCE_ROUND: String(round),
    ...(values.only && { RELIANCE_ONLY: values.only }),
  })
  for (const record of ofRound) {
    pairs += record.switched.length
    if (record.isFailed && !failedBefore.has(nameOf(record))) broken.add(nameOf(record))
  }
}
rmSync(folder, { recursive: true })

process.stderr.write(
  `\n${pairs} pairs of a test and an alternative that it does not rely on: ${broken.size} tests fail.\n`,
)
for (const name of broken) process.stderr.write(`✗ ${name}\n`)
exitOnFailure(broken.size > 0 ? 1 : 0)

/** Runs the tests, which write a record each. Returns the records. */
function runTests(output, environment = {}) {
  mkdirSync(output)
  const args = ['run', '--config', 'vitest.reliance.config.ts', ...filters]
  run(installed('vitest'), args, {
    env: { ...process.env, ...environment, RELIANCE_FOLDER: output },
  })
  return readdirSync(output)
    .flatMap((name) => readFileSync(join(output, name), 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line))
    .filter(({ test }) => test !== undefined)
}

function nameOf({ file, test }) {
  return `${file} > ${test}`
}
