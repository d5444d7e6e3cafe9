/** The command `check`: output, files, baselines, exit codes and refused arguments. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { checkCommand } from '../../../src/adapters/cli/check-command.ts'
import type { CommandEnvironment } from '../../../src/adapters/cli/command.ts'
import type { CheckResult } from '../../../src/conformance/check/check-result.ts'
import { checks } from '../../../src/conformance/check/checks.ts'

const configOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
const app = configOf('integration.config.ts')
const old = configOf('old-signatures.config.ts')
const one = ['--only', 'signature-age']

const folder = mkdtempSync(join(tmpdir(), 'check-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string): string => join(folder, name)

async function run(args: readonly string[], environment: Partial<CommandEnvironment> = {}) {
  const output = { stdout: '', stderr: '' }
  const code = await checkCommand.run(args, {
    nowMs: () => 0,
    ...environment,
    stdout: (text) => void (output.stdout += text),
    stderr: (text) => void (output.stderr += text),
  })
  return { code, ...output }
}

test('prints the card and writes each format', async () => {
  const formats = ['json', 'junit', 'markdown', 'html']
  const files = formats.flatMap((format) => [`--${format}`, fileOf(format)])
  const done: string[] = []
  const { code, stdout } = await run(['--app', app, ...one, ...files], {
    progress: ({ done: count, total, text }) => void done.push(`${count}/${total} ${text}`),
  })
  expect(code).toBe(0)
  expect(stdout).toBe('receiving\n  ✓ signature-age\n\n1 check: 1 passed.\nTook 0.0 s.\n')
  expect(done).toEqual(['1/1 checks: signature-age'])
  const starts = formats.map((format) => readFileSync(fileOf(format), 'utf8').slice(0, 13))
  expect(starts).toEqual(['{\n  "version"', '<?xml version', '# Report card', '<!doctype htm'])
})

test('tells how long it and each check took', async () => {
  let now = 0
  const [json, junit] = [fileOf('timed.json'), fileOf('timed.xml')]
  const two = ['--only', 'signature-age,rotated-secret', '--json', json, '--junit', junit]
  const { stdout } = await run(['--app', app, ...two], { nowMs: () => (now += 1_234) })
  expect(stdout).toMatch(/\nTook 4\.9 s\.\n$/)
  const { durationMs, checks: timed } = JSON.parse(readFileSync(json, 'utf8'))
  expect([durationMs, timed.map((each: CheckResult) => each.durationMs)]).toEqual([
    4 * 1_234,
    [1_234, 1_234],
  ])
  const xml = readFileSync(junit, 'utf8')
  expect(xml).toContain('<testsuite name="report card" tests="2" failures="0" time="4.936">')
  expect(xml).toContain('name="receiving: signature-age" time="1.234">')
})

test('returns 1 and the evidence if a check fails', async () => {
  const { code, stdout } = await run(['--app', old, ...one, '--seed', '7'])
  expect(code).toBe(1)
  expect(stdout).toContain('✗ signature-age  failed: The endpoint answers 202')
})

test.each(['["stale-event","signature"]', 'signature, stale-event', '{\n  "known": []\n}'])(
  'the baseline %j is refused: it has one id in each line',
  async (text) => {
    const baseline = fileOf('odd-baseline.txt')
    writeFileSync(baseline, text)
    await expect(run(['--app', old, ...one, '--baseline', baseline])).rejects.toThrow(
      /is not the id of a check\. Write one id in each line, without quotes or commas\.$/,
    )
  },
)

test('a baseline accepts a known failure, and fails for a repaired one', async () => {
  const baseline = fileOf('baseline.txt')
  const known = ['--baseline', baseline]
  const written = await run(['--app', old, ...one, ...known, '--update-baseline'])
  expect(written.code).toBe(0)
  expect(written.stderr).toBe(`The baseline ${baseline} lists 1 check.\n`)
  const lines = '# Checks that are known to fail: one id in each line.\nsignature-age\n'
  expect(readFileSync(baseline, 'utf8')).toBe(lines)

  const accepted = await run(['--app', old, ...one, ...known])
  expect(accepted.code).toBe(0)
  expect(accepted.stdout).toContain('failed (in the baseline)')
  expect(accepted.stdout).toMatch(/\n1 check: 1 failed as the baseline says\.\nTook 0\.0 s\.\n$/)

  const repaired = await run(['--app', app, ...one, ...known])
  expect(repaired.code).toBe(1)
  expect(repaired.stdout).toContain('Remove it from the baseline.')
})

test('a card in which no check held or failed is not ok, and says so, also with --update-baseline', async () => {
  const config = fileOf('poller.mjs')
  writeFileSync(config, 'export const connect = () => ({ resync() {} })\n')
  const update = ['--baseline', fileOf('empty.txt'), '--update-baseline']
  for (const more of [[], update]) {
    const { code, stdout } = await run(['--app', config, '--only', 'signature', ...more])
    expect(stdout).toMatch(
      /\n1 check: 1 skipped\. No check passed or failed, so the card is not ok\.\nTook 0\.0 s\.\n$/,
    )
    expect(code).toBe(1)
  }
})

test('an id of a baseline is the first word of its line', async () => {
  const baseline = fileOf('words.txt')
  const lines = '# Ours\nsignature-age because the proxy changes it\n'
  writeFileSync(baseline, lines)
  const known = [...one, '--baseline', baseline]
  expect((await run(['--app', old, ...known])).code).toBe(0)
  await run(['--app', old, ...known, '--update-baseline'])
  expect(readFileSync(baseline, 'utf8')).toBe(lines)
})

test('an updated baseline keeps comments and the checks that did not run', async () => {
  const baseline = fileOf('comments.txt')
  writeFileSync(baseline, '# Ours\n\nsignature-age # ticket 12\nresponse-time\n')
  const update = [...one, '--baseline', baseline, '--update-baseline']
  await run(['--app', old, ...update])
  expect(readFileSync(baseline, 'utf8')).toBe(
    '# Ours\n\nsignature-age # ticket 12\nresponse-time\n',
  )
  await run(['--app', app, ...update])
  expect(readFileSync(baseline, 'utf8')).toBe('# Ours\n\nresponse-time\n')
})

test('returns 2 and the finished checks after a cancellation', async () => {
  const controller = new AbortController()
  const two = ['--only', 'signature-age, rotated-secret']
  const { code, stdout } = await run(['--app', app, ...two], {
    cancellation: () => controller.signal,
    progress: () => controller.abort(),
  })
  expect(code).toBe(2)
  expect(stdout).toContain('✓ signature-age')
  expect(stdout).toContain('? rotated-secret  inconclusive: The report card was canceled')
  const failed = new AbortController()
  const failing = await run(['--app', old, ...two], {
    cancellation: () => failed.signal,
    progress: () => failed.abort(),
  })
  expect(failing.code).toBe(1)
})

test('--list prints each check with its reason', async () => {
  const { code, stdout } = await run(['--list'])
  expect(code).toBe(0)
  for (const { id, why } of checks) expect(stdout).toMatch(new RegExp(`^  ${id} +${why}$`, 'm'))
})

test('--explain names the calls for a check that needs no part', async () => {
  const { stdout } = await run(['--explain', 'page-size'])
  expect(stdout).toContain('The check uses the calls of the integration.')
})

test('--explain prints one check', async () => {
  const { stdout } = await run(['--explain', 'signature'])
  expect(stdout).toBe(
    'signature (receiving)\nA notification without the right signature over its raw body can come from any sender.\n' +
      'Story: A user is enrolled.\nWhat must happen: The endpoint refuses a delivery with a wrong or missing signature, ' +
      'and accepts a signed body with other white space.\nThe check uses `fetch` of the integration.\n',
  )
})

test.each<[string[], RegExp]>([
  [[], /the integration is missing\. Add --app FILE, --to URL or --state URL\./],
  [['--app', app, '--to', 'http://127.0.0.1:1/hooks'], /--app and --to were both given/],
  [['--app', app, 'more'], /"more" is one argument too many/],
  [['--app', app, '--jsno', 'x'], /Did you mean "--json"/],
  [['--app', app, '--state', 'http://127.0.0.1:1/'], /--app and --state were both given/],
  [['--app', app, '--timeout', '5'], /--app and --timeout were both given/],
  [['--to', 'hooks'], /--to/],
  [['--app', app, '--update-baseline'], /needs the option --baseline/],
  [['--app', app, '--baseline', 'missing.txt'], /Could not read the baseline missing\.txt/],
  [['--app', app, '--json', '/nowhere/x.json'], /nowhere/],
  [['--app', app, '--only', 'signatur'], /Did you mean "signature"/],
  [
    ['--to', 'http://127.0.0.1:9/', '--start', 'exit 3', '--only', 'signatur'],
    /Did you mean "signature"/,
  ],
  [['--only', 'signatur', '--list'], /no check "signatur"\. Did you mean "signature"\?/],
  [['--app', app, '--seed', 'x'], /"x" is not a valid integer/],
  [['--app', 'missing.ts'], /Could not load missing\.ts/],
  [['--explain', 'signatur'], /Could not explain the check "signatur".*Did you mean "signature"/],
])('%j is refused', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message)
})

test('an unknown check in the baseline is refused', async () => {
  const baseline = fileOf('unknown.txt')
  writeFileSync(baseline, 'signature-agee\n')
  await expect(run(['--app', app, '--baseline', baseline])).rejects.toThrow(/signature-age"/)
})

test('an integration that throws is refused in one line', async () => {
  const file = fileOf('throws.mjs')
  writeFileSync(file, 'export const connect = () => { throw new Error("no database") }\n')
  await expect(run(['--app', file, ...one])).rejects.toThrow(
    /^Could not check the integration: `connect` failed: no database\. /,
  )
})

test('a process that cannot be restarted is told so', async () => {
  const { checkIntegration } = await import('../../../src/check.ts')
  const { checkConnect } = await import('./check-connect.ts')
  const card = await checkIntegration(checkConnect(), { only: ['redelivered-id'], restarts: false })
  expect(card.text).toContain('skipped: The integration cannot be restarted. Add')
})

test('an unknown check is refused before the process starts', async () => {
  const started = fileOf('started')
  const start = ['--to', 'http://127.0.0.1:1/hooks', '--start', `touch ${started}`]
  await expect(run([...start, '--only', 'write-safety'])).rejects.toThrow('"write-safety"')
  expect(existsSync(started)).toBe(false)
})
