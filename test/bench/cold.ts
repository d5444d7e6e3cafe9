/** What the first moments of a process cost: importing the package, and answering for the first time. */
import { spawnSync } from 'node:child_process'
import { root } from './built.ts'
import { type Lane, race, ratio } from './race.ts'
import { everyday } from './worlds.ts'

/** Imports side by side, as the imports of a module are. */
const importing = (...doors: string[]): string =>
  `await Promise.all([${doors.map((door) => `import('${door}')`).join(', ')}])`

const boot = `
  const { setupEmulator } = await import('course-admin-emulator/node')
  const emulator = setupEmulator().listen()
  const { baseUrl, headers } = emulator
  await (await fetch(baseUrl + '/users/1', { headers })).text()
`

const bareBoot = (baseUrl: string, user: object): string => `
  const [{ http, HttpResponse }, { setupServer }] = ${importing('msw', 'msw/node')}
  const url = '${baseUrl}/users/1'
  setupServer(http.get(url, () => HttpResponse.json(${JSON.stringify(user)}))).listen()
  await (await fetch(url, { headers: { authorization: 'Bearer token' } })).text()
`

export async function coldRows(): Promise<Record<string, number>> {
  const emulator = everyday()
  const times = await race(
    {
      bareBoot: child(bareBoot(emulator.baseUrl, emulator.row('users', 1) as object)),
      boot: child(boot),
      msw: child(importing('msw')),
      index: child(importing('course-admin-emulator')),
      mswNode: child(importing('msw', 'msw/node')),
      node: child(importing('course-admin-emulator/node')),
    },
    { rounds: 13, warmups: 1, turns: 1 },
  )
  return {
    'cold boot to the first answer vs msw alone': ratio(times.boot, times.bareBoot),
    'cold import of . vs msw': ratio(times.index, times.msw),
    'cold import of ./node vs msw and msw/node': ratio(times.node, times.mswNode),
  }
}

/** A lane whose every call is a process of its own; Node's own start is not counted. */
function child(script: string): Lane {
  const timed = `
    const start = performance.now()
    ${script}
    console.log(performance.now() - start)
    process.exit(0)
  `
  return async () => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', timed],
      { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
    )
    if (status !== 0) throw new Error(`a child process failed: ${stderr}`)
    return Number(stdout)
  }
}
