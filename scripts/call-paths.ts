/**
 * `npm run call-paths`: counts the files and the functions of `src` that one call executes, by the coverage of V8.
 * Each call runs a few times before it is counted, so that caches and lazy parts exist. `--files` lists the files.
 */
import { Session } from 'node:inspector/promises'
import { createEmulator, type Emulator } from '../src/index.ts'

interface CallPath {
  readonly name: string
  /** Prepares an emulator and returns the call. */
  readonly prepare: () => Promise<() => Promise<unknown>>
}

const callPaths: readonly CallPath[] = [
  {
    name: 'PUT /users/{id}, direct',
    async prepare() {
      const emulator = createEmulator({ world: 'small-school' })
      const { id } = emulator.given('users')
      return () => rename(emulator, id)
    },
  },
  {
    name: 'second attempt of a webhook',
    async prepare() {
      const emulator = createEmulator({ world: 'small-school' })
      emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
      const { id } = emulator.given('users')
      await rename(emulator, id)
      await emulator.settle()
      // Note: the first attempt ran; the clock is at the second one, and only its task is due.
      return () => emulator.advance('next')
    },
  },
  {
    name: 'a request that a fault hits',
    async prepare() {
      const emulator = createEmulator({ world: 'small-school' })
      emulator.fault({ operation: 'get_users', with: { status: 503 } })
      return () => emulator.fetch('/users', { headers: emulator.headers })
    },
  },
]

let name = 0

function rename(emulator: Emulator, id: number): Promise<Response> {
  name += 1
  return emulator.fetch(`/users/${id}`, {
    method: 'PUT',
    headers: { ...emulator.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: `Name ${name}` }),
  })
}

const session = new Session()
session.connect()
await session.post('Profiler.enable')
const rows: Record<string, object> = {}
for (const { name, prepare } of callPaths) {
  for (let i = 0; i < 3; i += 1) await (await prepare())()
  const call = await prepare()
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const reached = reachedFiles(result)
  const functions = reached.reduce((sum, { count }) => sum + count, 0)
  rows[name] = { files: reached.length, functions }
  if (process.argv.includes('--files'))
    console.log([name, ...reached.map(({ path, count }) => `${count}\t${path}`)].join('\n  '))
}
console.table(rows)

/** The coverage of a module, as the profiler reports it. */
interface ModuleCoverage {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly count: number }[]
  }[]
}

/** The files of `src` with the number of their functions that ran. */
function reachedFiles(modules: readonly ModuleCoverage[]): { path: string; count: number }[] {
  const isReached = ({ ranges }: ModuleCoverage['functions'][number]): boolean =>
    (ranges[0]?.count ?? 0) > 0
  return modules
    .filter(({ url }) => url.includes('/src/'))
    .map(({ url, functions }) => ({
      path: url.replace(/^.*\/src\//, ''),
      count: functions.filter(isReached).length,
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
