/** `explore --jobs` with recorded shards: what each process gets, and how their reports and errors are merged. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { exploreCommand } from '../../../src/adapters/cli/explore-command.ts'
import { exploreInJobs } from '../../../src/adapters/cli/explore-jobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'jobs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileOf = (name: string): string => join(folder, name)

/** Stands for the program: does what the file `behaviour` says, with the recorded report of its shard. */
const program = fileOf('program.cjs')
writeFileSync(
  program,
  `const { appendFileSync, copyFileSync, readFileSync } = require('node:fs')
const { join } = require('node:path')
const args = process.argv.slice(2)
const valueOf = (name) => args.find((each) => each.startsWith(name + '=')).slice(name.length + 1)
const shard = valueOf('--shard')
const behaviour = readFileSync(join(__dirname, 'behaviour'), 'utf8')
const report = () => copyFileSync(join(__dirname, shard.replace('/', '-') + '.json'), valueOf('--json'))
if (behaviour === 'waits') {
  const timer = setInterval(() => {}, 1_000)
  process.on('SIGINT', () => (report(), clearInterval(timer)))
} else if (behaviour === 'is killed') process.kill(process.pid, 'SIGKILL')
else if (behaviour === 'fails') {
  process.stderr.write('x'.repeat(10_000) + 'no memory\\n\\n')
  process.exitCode = 3
} else if (behaviour === 'fails with a report') (report(), (process.exitCode = 1))
else report()
appendFileSync(join(__dirname, 'log'), JSON.stringify(args) + '\\n')
`,
)

const scenario = fileURLToPath(new URL('renames.ts', import.meta.url))
const app = fileURLToPath(new URL('counting-app.ts', import.meta.url))
const given = [scenario, '--app', app, '--deviations', 'deliveries', '--depth', '1']

async function run(args: readonly string[], signal?: AbortSignal) {
  const output = { out: '', err: '' }
  const code = await exploreCommand.run(args, {
    nowMs: () => 0,
    stdout: (text) => void (output.out += text),
    stderr: (text) => void (output.err += text),
    ...(signal && { cancellation: () => signal }),
  })
  return { code, ...output }
}

beforeAll(async () => {
  for (const i of [1, 2])
    await run([...given, '--shard', `${i}/2`, '--json', fileOf(`${i}-2.json`)])
})

const [, original] = process.argv
const temporary = fileOf('temporary')
let exitListeners: number

beforeEach(() => {
  process.argv[1] = program
  exitListeners = process.listenerCount('exit')
  rmSync(fileOf('log'), { force: true })
  mkdirSync(temporary, { recursive: true })
  vi.stubEnv('TMPDIR', temporary)
})

afterEach(() => {
  process.argv[1] = original as string
  vi.unstubAllEnvs()
  expectNothingLeft()
})

/** Jobs leave no file and no listener behind. */
function expectNothingLeft(): void {
  expect(readdirSync(temporary)).toEqual([])
  expect(process.listenerCount('exit')).toBe(exitListeners)
}

const behave = (behaviour: string): void => writeFileSync(fileOf('behaviour'), behaviour)

const loggedArguments = (): string[][] =>
  readFileSync(fileOf('log'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string[])

test.each(['reports', 'fails with a report'])(
  'the merged result is that of one process, if each %s',
  async (behaviour) => {
    behave(behaviour)
    const [alone, merged] = [fileOf('alone.json'), fileOf('merged.json')]
    const single = await run([...given, '--json', alone])
    const jobs = await run([...given, '--jobs', '2', '--json', merged])
    expect(jobs.code).toBe(single.code)
    expect(jobs.out).toBe(single.out)
    expect(jobs.err).toBe(`Wrote ${merged}\n`)
    expect(readFileSync(merged, 'utf8')).toBe(readFileSync(alone, 'utf8'))
  },
)

test('each process gets the flags of the exploration, its shard and its report', async () => {
  behave('reports')
  await run([...given, '--jobs', '2', '--seed', '3', '--html', fileOf('report.html')])
  const logged = loggedArguments().toSorted((a, b) => ((a[6] ?? '') < (b[6] ?? '') ? -1 : 1))
  const reports = logged.map((args) => args.pop())
  expect(logged).toEqual(
    ['1/2', '2/2'].map((shard) => [
      'explore',
      scenario,
      `--app=${app}`,
      '--deviations=deliveries',
      '--depth=1',
      '--seed=3',
      `--shard=${shard}`,
    ]),
  )
  expect(reports.map((report) => report?.split('/').at(-1))).toEqual(['1.json', '2.json'])
  expect(reports.every((report) => report?.startsWith(`--json=${temporary}`))).toBe(true)
  rmSync(fileOf('log'))
  await run(['--app', app, '--jobs', '2'])
  expect(loggedArguments().every(([, second]) => second === `--app=${app}`)).toBe(true)
})

test.each([
  ['is killed', 'ended with SIGKILL', ''],
  ['fails', 'ended with exit code 3', `${'x'.repeat(9_989)}no memory`],
])(
  'a process that %s is an error with the end of its standard error',
  async (behaviour, how, text) => {
    behave(behaviour)
    const failed = await run([...given, '--jobs', '2']).catch((error: Error) => error)
    expect(failed).toMatchObject({ code: 'shard_failed' })
    expect((failed as Error).message).toMatch(/^Could not explore: the shard [12]\/2 /)
    expect((failed as Error).message.replace(/^.*?\/2 /, '')).toBe(
      `${how}. Its standard error:\n${text}`,
    )
  },
)

test('a cancellation reaches each process, and their reports are merged', async () => {
  behave('waits')
  const controller = new AbortController()
  const running = run([...given, '--jobs', '2'], controller.signal)
  await vi.waitFor(() => expect(loggedArguments()).toHaveLength(2))
  controller.abort()
  const { code, out } = await running
  expect(out).toContain('renames: all')
  expect(code).toBe(1)
})

test('a cancellation before the start ends each process', async () => {
  behave('waits')
  const jobs = exploreInJobs(
    2,
    (shard, report) => [`--shard=${shard}`, `--json=${report}`],
    AbortSignal.abort(),
  )
  await expect(jobs).rejects.toThrow('ended with SIGINT')
})
