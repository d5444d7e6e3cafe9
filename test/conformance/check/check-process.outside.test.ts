/**
 * The command `check` against integrations in other processes, written in Python. `CHECKS=all` runs the whole report
 * card of the correct one, otherwise some checks of each kind of change run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { checkCommand } from '../../../src/adapters/cli/check-command.ts'
import { Program } from '../../../src/adapters/process/program.ts'
import { checks as allChecks } from '../../../src/conformance/check/checks.ts'
import type { ReportCardJson } from '../../../src/conformance/check/report-card.ts'
import { freePort } from '../../support/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'check-process-'))
afterAll(() => rmSync(folder, { recursive: true }))
const json = join(folder, 'card.json')

let port: number
beforeEach(async () => void (port = await freePort()))

/** The command that starts an example. */
const startOf = (name: string): string => {
  const file = fileURLToPath(new URL(`../../examples/python/${name}.py`, import.meta.url))
  return `python3 ${file} --port ${port} --file ${join(folder, `${name}.json`)}`
}

async function run(args: readonly string[]) {
  const url = `http://127.0.0.1:${port}`
  const names = ['reset', 'state', 'resync', 'problems']
  const addresses = names.flatMap((name) => [`--${name}`, `${url}/${name}`])
  const code = await checkCommand.run(
    // Note: on a machine with other work, the process may need some milliseconds between two calls.
    ['--to', `${url}/hooks`, ...addresses, '--json', json, '--quiet', '20', ...args],
    {
      stdout: () => {},
      stderr: () => {},
    },
  )
  const { checks } = JSON.parse(readFileSync(json, 'utf8')) as ReportCardJson
  return { code, checks: checks.map(({ id, verdict, reason }) => ({ id, verdict, reason })) }
}

const isWhole = process.env['CHECKS'] === 'all'

/** A fault, a change of a delivery, a restart, a wait, lists in short pages, and a clock that differs. */
const selected = [
  'signature',
  'response-time',
  'redelivered-id',
  'retry-after',
  'last-page',
  'clock-skew',
]

test('a correct integration fails no check', { timeout: 300_000 }, async () => {
  const only = isWhole ? [] : ['--only', selected.join(',')]
  const { code, checks } = await run(['--start', startOf('participants'), ...only])
  const others = checks.filter(({ verdict }) => verdict !== 'passed')
  const isExplained = others.map(({ reason }) =>
    / (creates|updates|writes) no|not depend on the cost/.test(reason),
  )
  expect(others.filter((_, i) => !isExplained[i])).toEqual([])
  expect(checks).toHaveLength(isWhole ? allChecks.length : selected.length)
  expect(others).toHaveLength(isWhole ? 8 : 0)
  expect(code).toBe(0)
})

test('checks a process that it starts and restarts', async () => {
  const only = ['--only', 'signature,unknown-events,redelivered-id']
  const { code, checks } = await run(['--start', startOf('mirror'), ...only])
  expect(checks).toMatchObject([
    { verdict: 'failed', reason: expect.stringContaining('The endpoint answers 204') },
    { id: 'unknown-events', verdict: 'passed' },
    { id: 'redelivered-id', verdict: 'passed' },
  ])
  expect(code).toBe(1)
})

test('a process without a start command has no checks with a restart', async () => {
  const program = new Program({ command: startOf('mirror'), url: `http://127.0.0.1:${port}` })
  await program.start()
  try {
    const { code, checks } = await run(['--only', 'unknown-events,redelivered-id'])
    expect(checks).toMatchObject([
      { verdict: 'passed' },
      {
        verdict: 'skipped',
        reason: expect.stringContaining('The integration cannot be restarted.'),
      },
    ])
    expect(code).toBe(0)
  } finally {
    await program.stop()
  }
})
