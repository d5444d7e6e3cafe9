/** The cost of a cold start: importing the package, and the first response. */
import { spawnSync } from 'node:child_process'
import { root } from './built-package.ts'
import { type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'
import { defaultEmulator } from './worlds.ts'

/** Imports in parallel, like the imports of a module. */
const importScript = (...entryPoints: string[]): string =>
  `await Promise.all([${entryPoints.map((entryPoint) => `import('${entryPoint}')`).join(', ')}])`

const boot = `
  const { setupEmulator } = await import('course-admin-emulator/node')
  const emulator = setupEmulator().listen()
  const { baseUrl, headers } = emulator
  await (await fetch(baseUrl + '/users/1', { headers })).text()
`

const bareBoot = (baseUrl: string, user: object): string => `
  const [{ http, HttpResponse }, { setupServer }] = ${importScript('msw', 'msw/node')}
  const url = '${baseUrl}/users/1'
  setupServer(http.get(url, () => HttpResponse.json(${JSON.stringify(user)}))).listen()
  await (await fetch(url, { headers: { authorization: 'Bearer token' } })).text()
`

/**
 * The other entry points, each with the modules that it imports in any case, including the main entry point.
 * Two are absent: `./vitest` can be imported only in a worker of Vitest, and `./reporter` imports nothing but
 * this package.
 */
export const entryPoints: Readonly<Record<string, readonly string[]>> = {
  './jest': ['.'],
  './server': ['.', 'srvx/node'],
  './scenarios': ['.'],
  './check': ['.'],
  './explore': ['.'],
  './capacity': ['.'],
  './browser': ['.', 'msw/browser'],
  './storybook': ['.', 'msw/browser'],
  './vite': ['.', 'srvx/node'],
  './playwright': ['@playwright/test'],
  './data': ['.', '@msw/data'],
}

/** An entry point by its import name. */
const packageImport = (entryPoint: string): string =>
  entryPoint.replace(/^\.(?=\/|$)/, 'course-admin-emulator')

/** The name of the row of an entry point, with its baseline. */
export const entryPointRowName = (entryPoint: string): string =>
  `cold import of ${entryPoint} vs ${(entryPoints[entryPoint] as readonly string[]).join(' and ')}`

async function entryPointRows(): Promise<Record<string, number>> {
  const baselines = Object.entries(entryPoints)
  const runs = new Map<string, TimedRun>()
  for (const [entryPoint, others] of baselines) {
    runs.set(entryPoint, childProcessRun(importScript(packageImport(entryPoint))))
    runs.set(String(others), childProcessRun(importScript(...others.map(packageImport))))
  }
  const times = await timeInterleaved(Object.fromEntries(runs), {
    rounds: 7,
    warmups: 1,
    slices: 1,
  })
  return Object.fromEntries(
    baselines.map(([entryPoint, others]) => [
      entryPointRowName(entryPoint),
      costRatio(times[entryPoint] as number[], times[String(others)] as number[]),
    ]),
  )
}

export async function coldRows(): Promise<Record<string, number>> {
  const emulator = defaultEmulator()
  const times = await timeInterleaved(
    {
      bareBoot: childProcessRun(bareBoot(emulator.baseUrl, emulator.row('users', 1) as object)),
      boot: childProcessRun(boot),
      msw: childProcessRun(importScript('msw')),
      index: childProcessRun(importScript('course-admin-emulator')),
      mswNode: childProcessRun(importScript('msw', 'msw/node')),
      node: childProcessRun(importScript('course-admin-emulator/node')),
    },
    { rounds: 13, warmups: 1, slices: 1 },
  )
  return {
    'cold boot to the first answer vs msw alone': costRatio(times.boot, times.bareBoot),
    'cold import of . vs msw': costRatio(times.index, times.msw),
    'cold import of ./node vs msw and msw/node': costRatio(times.node, times.mswNode),
    ...(await entryPointRows()),
  }
}

/** A candidate that starts a process per call; the start of Node is not counted. */
function childProcessRun(script: string): TimedRun {
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
