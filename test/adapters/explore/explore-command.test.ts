/** The command `explore`: its arguments, its reports and its exit codes, in this process. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import type { CommandEnvironment, Progress } from '../../../src/adapters/cli/command.ts'
import { exploreCommand } from '../../../src/adapters/cli/explore-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'explore-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string): string => join(folder, name)

const scenarioFile = fileURLToPath(new URL('renames.ts', import.meta.url))
const app = fileURLToPath(new URL('mirror-app.ts', import.meta.url))
const counting = fileURLToPath(new URL('counting-app.ts', import.meta.url))

async function run(args: readonly string[], environment: Partial<CommandEnvironment> = {}) {
  let [out, err] = ['', '']
  const code = await exploreCommand.run(args, {
    stdout: (text) => void (out += text),
    stderr: (text) => void (err += text),
    ...environment,
  })
  return { code, out, err }
}

test('an integration that converges gives the exit code 0, and the reports are written', async () => {
  const names = ['json', 'html', 'junit']
  const files = names.flatMap((name) => [`--${name}`, fileOf(`whole.${name}`)])
  const { code, out, err } = await run([
    scenarioFile,
    '--app',
    app,
    '--depth',
    '1',
    '--deviations',
    'deliveries',
    ...files,
  ])
  expect([code, out.split('\n')[0]]).toEqual([0, 'renames: all 21 schedules with one deviation'])
  expect(err).toBe(
    ['json', 'html', 'junit'].map((name) => `Wrote ${fileOf(`whole.${name}`)}\n`).join(''),
  )
  const [json = '', html, junit] = names.map((name) =>
    readFileSync(fileOf(`whole.${name}`), 'utf8'),
  )
  expect(JSON.parse(json)).toMatchObject({ scenario: 'renames', ok: true })
  expect(html).toMatch(/^<!doctype html>/i)
  expect(junit).toMatch(/^<\?xml/)
})

test('a failing schedule gives the exit code 1', async () => {
  const replay = ['--replay', 'twice at user.updated id=2 #1']
  const { code, out } = await run([scenarioFile, '--app', counting, ...replay])
  expect([code, out.split('\n')[2]]).toEqual([
    1,
    'Verdicts, with the baseline run: 1 converged, 1 diverged. 1 failure.',
  ])
})

test.each<[string, readonly string[], readonly (readonly [number, number, number])[]]>([
  [
    'the first schedules',
    ['--runs', '4', '--deviations', 'deliveries'],
    [
      [1, 1, 0],
      [2, 5, 0],
      [3, 5, 0],
      [4, 5, 0],
      [5, 5, 0],
    ],
  ],
  [
    'a failing schedule',
    ['--replay', 'twice at user.updated id=2 #1'],
    [
      [1, 1, 0],
      [2, 2, 1],
    ],
  ],
])('it tells its progress: %s', async (_, selected, expected) => {
  const told: Progress[] = []
  await run([scenarioFile, '--app', counting, ...selected], {
    progress: (each) => void told.push(each),
  })
  expect(told).toEqual(
    expected.map(([done, total, failures]) => ({
      done,
      total,
      text: `schedules, ${failures} failing`,
    })),
  )
})

test('it tells how long it took', async () => {
  let now = 0
  const files = ['--json', fileOf('timed.json'), '--junit', fileOf('timed.xml')]
  const { out } = await run([scenarioFile, '--app', app, '--runs', '3', ...files], {
    nowMs: () => (now += 3_150),
  })
  expect(out).toMatch(/\n\nTook 3\.1 s\.\n$/)
  expect(JSON.parse(readFileSync(fileOf('timed.json'), 'utf8'))).toMatchObject({
    durationMs: 3_150,
  })
  expect(readFileSync(fileOf('timed.xml'), 'utf8')).toContain('failures="0" time="3.150">')
})

test('--story writes what happened in the first failing run', async () => {
  const replay = 'twice at user.updated id=2 #1'
  const [page, data] = [fileOf('story.html'), fileOf('story.json')]
  const args = [scenarioFile, '--app', counting, '--replay', replay]
  const { err } = await run([...args, '--story', page])
  expect(err).toBe(`Wrote ${page}\n`)
  expect(readFileSync(page, 'utf8')).toContain(`<title>renames: ${replay}</title>`)
  await run([...args, '--story', data])
  expect(JSON.parse(readFileSync(data, 'utf8')).entries).not.toEqual([])
})

test('--story writes no file if no run fails', async () => {
  const story = fileOf('none.html')
  const { code, err } = await run([scenarioFile, '--app', app, '--runs', '3', '--story', story])
  expect([code, err, existsSync(story)]).toEqual([
    0,
    `Wrote no story to ${story}: no run failed.\n`,
    false,
  ])
})

test('kinds of deviations without a choice point give the exit code 1', async () => {
  const { code, out } = await run([scenarioFile, '--app', app, '--deviations', 'drift'])
  expect(code).toBe(1)
  expect(out).toContain('drift: no list of the baseline run has a second page.')
})

test('--json - prints only the report', async () => {
  const { out, err } = await run([scenarioFile, '--app', app, '--runs', '3', '--json', '-'])
  expect(JSON.parse(out)).toMatchObject({ scenario: 'renames', ok: true })
  expect(err).toBe('')
})

test('a canceled exploration reports what it covered, with the exit code 2', async () => {
  const cancel = new AbortController()
  cancel.abort()
  const { code, out } = await run([scenarioFile, '--app', app], {
    cancellation: () => cancel.signal,
  })
  expect(code).toBe(2)
  expect(out).toMatch(/canceled/)
})

test('without a scenario it generates them', async () => {
  const generated = ['--acts', 'merge_users', '--until', 'first']
  const { code, out } = await run(['--app', app, ...generated])
  expect(code).toBe(1)
  expect(out).toMatch(/^generated: \d+ acts? concern this integration \(merge_users\)/)
  expect(out).toContain('emulator.act.mergeUsers({')
})

test('--help prints the options', async () => {
  const { code, out } = await run(['--help'])
  expect(code).toBe(0)
  expect(out).toContain('explore [SCENARIO] --app FILE')
})

test.each([
  [[], 'Could not explore: the integration is missing. Add --app FILE'],
  [
    ['merge'],
    'Could not explore: the integration is missing. Add --app FILE, --to URL or --state URL.',
  ],
  [
    ['merg', '--app', app],
    'Could not find the scenario "merg": the name is unknown. Did you mean "merge"?',
  ],
  [
    ['merge', '--app', './none.ts'],
    'Could not load ./none.ts: the file does not exist. Check --app.',
  ],
  [
    ['./none.ts', '--app', app],
    'Could not load ./none.ts: the file does not exist. Give the file or the name of a scenario.',
  ],
  [[app, '--app', app], /it exports no scenario\. Export it as the default/],
  [
    ['merge', 'drop-out', '--app', app],
    'Could not read the command line: "drop-out" is one argument too many. Give explore [SCENARIO] --app FILE',
  ],
  [
    ['merge', '--app', app, '--to', 'http://127.0.0.1:1'],
    'Could not explore: --app and --to were both given. Give one of them.',
  ],
  [
    ['merge', '--app', app, '--state', 'http://127.0.0.1:1'],
    'Could not explore: --app and --state were both given. With --app, return `state` from `connect`.',
  ],
  [
    ['merge', '--to', 'http://127.0.0.1:1', '--jobs', '2'],
    'Could not explore: a process handles one schedule at a time. Leave out --jobs.',
  ],
  [
    ['merge', '--app', app, '--jobs', '0'],
    'Could not use --jobs 0: 0 is not in the range. Use a number from 1 to 64.',
  ],
  [
    ['merge', '--app', app, '--jobs', '2', '--shard', '1/2'],
    'Could not explore: --shard and --jobs were both given. Give one of them.',
  ],
  [
    ['merge', '--app', app, '--jobs', '2', '--replay', 'plain'],
    'Could not explore: --replay and --jobs were both given. Give one of them.',
  ],
  [
    ['merge', '--app', app, '--replay', '500', 'at', 'GET', '/users/1'],
    '"at" is one argument too many. Put the value of --replay in quotes: --replay "…".',
  ],
  [
    ['merge', '--to', 'http://127.0.0.1:1', '--poll-every', '30m'],
    'Could not explore: --poll-every is given without --resync. Add --resync, which',
  ],
  [
    ['merge', '--timeout', '5'],
    'Could not explore: --timeout needs a process. Add --to or --state.',
  ],
  [
    ['merge', '--app', app, '--json', '-', '--html', '-'],
    'Could not read the command line: --json - and --html - were both given. Give a file for one of them.',
  ],
  [
    ['merge', '--app', app, '--deviations', 'crash'],
    /^Could not .*"crash".* Did you mean "crashes"\?/,
  ],
  [
    ['merge', '--app', app, '--run', '9'],
    'Could not read the command line: there is no option "--run". Did you mean "--runs"?',
  ],
])('explore %j is refused', async (args, message) => {
  await expect(run(args)).rejects.toThrow(message)
})

test('--corpus keeps a file for each failing schedule, and runs it first', async () => {
  const corpus = ['--corpus', fileOf('corpus'), '--acts', 'update user1 last_name']
  const first = await run(['--app', counting, '--until', 'first', ...corpus])
  const files = readdirSync(fileOf('corpus'))
  expect([first.code, first.err]).toEqual([1, `Added 1 file to ${fileOf('corpus')}\n`])
  const replay = readFileSync(join(fileOf('corpus'), files[0] ?? ''), 'utf8').trim()
  expect(replay).toMatch(/^update user1 last_name \| \w+ at user\.updated id=2 #1$/)
  const again = await run(['--app', counting, '--until', 'first', ...corpus])
  expect([again.code, again.err]).toEqual([1, `Added 0 files to ${fileOf('corpus')}\n`])
  const other = await run(['--app', app, '--runs', '10', ...corpus])
  expect(other.code).toBe(0)
  const scenario = await run([scenarioFile, '--app', app, ...corpus.slice(0, 2)]).catch(String)
  expect(scenario).toContain('"corpus" is given with a scenario')
})

test('a corpus that is a file is refused', async () => {
  writeFileSync(fileOf('corpus.txt'), 'update user1 last_name')
  await expect(run(['--app', app, '--corpus', fileOf('corpus.txt')])).rejects.toThrow(
    'Give a folder for the files of the corpus',
  )
})
