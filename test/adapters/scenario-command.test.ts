/** The command `run` against an integration on its own ports. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from 'srvx/node'
import { afterEach, expect, test } from 'vitest'
import { runCommand } from '../../src/adapters/cli/scenario-command.ts'
import type { ScenarioReport } from '../../src/adapters/cli/scenario-report.ts'
import { verify } from '../../src/index.ts'
import { startServer } from '../../src/server.ts'
import { listScenarios } from '../../src/service/scenarios/shipped-scenarios.ts'
import { createLms } from '../examples/lms/lms/lms.ts'
import { createMiddleware } from '../examples/lms/middleware/middleware.ts'

const servers: { close(force: boolean): Promise<void> }[] = []

async function listen(fetch: (request: Request) => Response | Promise<Response>) {
  const server = serve({ port: 0, hostname: '127.0.0.1', manual: true, silent: true, fetch })
  await server.serve()
  servers.push(server)
  return (server.url as string).replace(/\/$/, '')
}

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(true)))
})

/** Runs the command and collects its output. `greeted` receives the progress, which contains the address and the token. */
async function run(args: string[], greeted?: (err: string) => void, more = {}) {
  const written = { out: '', err: '' }
  const code = await runCommand.run(args, {
    ...more,
    stdout: (text) => void (written.out += text),
    stderr(text) {
      written.err += text
      greeted?.(written.err)
    },
  })
  return { ...written, code }
}

test('runs a scenario against an integration over real ports', async () => {
  const lms = createLms()
  const lmsUrl = await listen(lms.fetch)
  let middleware: ReturnType<typeof createMiddleware> | undefined
  const hooks = await listen((request) => middleware?.fetch(request) ?? new Response(null))

  const { out, err, code } = await run(['merge', '--to', hooks, '--port', '0'], (greeting) => {
    const [, baseUrl] = /^API: +(\S+)/m.exec(greeting) ?? []
    const [, token] = /^Token: +(\S+)/m.exec(greeting) ?? []
    const [, secret] = /^Secret: +(\S+)/m.exec(greeting) ?? []
    if (!baseUrl || !token || !secret) return
    middleware ??= createMiddleware({ baseUrl, token, secret, lms: { baseUrl: lmsUrl } })
  })

  expect([...lms.state.accounts.values()]).toMatchObject([{ external_id: 'p-mia' }])
  expect([...lms.state.courses.values()].map(({ students }) => [...students])).toEqual([
    ['acc-1'],
    ['acc-1'],
  ])
  expect(err).toContain('  2  An administrator merges the duplicate user into Mia\n')
  expect(err).toMatch(/\d+ deliveries, \d+ accepted; \d+ calls to the API\.\n$/)
  expect(out).toContain(`user.merged, attempt 1, to ${hooks}`)
  expect(code).toBe(0)
})

test('an address at which an emulator listens is no integration', async () => {
  await using server = await startServer({ port: 0, world: 'empty' })
  for (const path of ['/api/v1', '/']) {
    const args = ['merge', '--to', server.url + path, '--port', '0']
    const { err, code } = await run(args, undefined, immediate)
    expect(err).toContain(
      `An emulator listens at ${server.url}, and no integration. Give the webhook endpoint of your app as --to.`,
    )
    expect(code).toBe(1)
  }
})

test('runs a scenario of a file', async () => {
  const hooks = await listen(() => new Response(null, { status: 204 }))
  const file = fileURLToPath(new URL('explore/renames.ts', import.meta.url))
  const args = [file, '--to', hooks, '--port', '0']
  const { out, err, code } = await run(args, undefined, immediate)
  expect(out).toMatch(/^renames: Two users change their last names/)
  expect(err).toContain('  3  Bos becomes Visser\n')
  expect(code).toBe(0)
})

/** For integrations of this process, whose answers are immediate. */
const immediate = { drain: async () => undefined }

test('--all runs every scenario on one port with one secret, and --json prints a report of each', async () => {
  const hooks = await listen(() => new Response(null, { status: 204 }))
  const args = ['--all', '--json', '-', '--to', hooks, '--port', '0', '--resync', hooks]
  const { out, err, code } = await run(args, undefined, immediate)
  const reports = JSON.parse(out) as ScenarioReport[]
  expect(reports.map(({ name }) => name)).toEqual(listScenarios().map(({ name }) => name))
  expect(reports.filter(({ passed }) => !passed)).toEqual([])
  expect(reports[0]).toMatchObject({ deliveries: expect.any(Number), problems: [] })
  expect(code).toBe(0)
  const all = (pattern: RegExp) => [...err.matchAll(pattern)].map(([, found]) => found)
  expect(new Set(all(/^API: +(\S+)/gm)).size).toBe(1)
  expect(new Set(all(/^Secret: +(\S+)/gm)).size).toBe(1)
  expect(err).toMatch(/\d+ scenarios, \d+ passed, 0 failed\.\n$/)
})

test('--secret signs the deliveries', async () => {
  const secret = 'whsec_c2VjcmV0'
  const verified: unknown[] = []
  const hooks = await listen(async (request) => {
    const clock = { now: () => new Date(Number(request.headers.get('webhook-timestamp')) * 1_000) }
    verified.push(await verify(request, secret, { clock }))
    return new Response(null, { status: 204 })
  })
  const args = ['merge', '--to', hooks, '--port', '0', '--secret', secret]
  const { err } = await run(args, undefined, immediate)
  expect(err).toMatch(/^Secret: +whsec_c2VjcmV0$/m)
  expect(verified).not.toEqual([])
})

test('the exit code is 1 if no delivery was accepted', async () => {
  const hooks = await listen(() => new Response('No <hook>.', { status: 500 }))
  const { err, code } = await run(['merge', '--to', hooks, '--port', '0'], undefined, immediate)
  expect(code).toBe(1)
  expect(err).toContain(
    `No delivery was accepted. The integration answers 500 at ${hooks}: No <hook>.`,
  )
  const args = ['merge', '--to', 'http://127.0.0.1:9/', '--port', '0']
  expect((await run(args, undefined, immediate)).err).toContain(
    'No delivery was accepted. Does your integration listen at http://127.0.0.1:9/?',
  )
})

test('an integration that answers is named with its status', async () => {
  const hooks = await listen(() => new Response(null, { status: 404 }))
  const { err } = await run(['merge', '--to', hooks, '--port', '0'], undefined, immediate)
  expect(err).toContain(`The integration answers 404 at ${hooks}: check the path of --to.`)
})

test.each([400, 401, 403])(
  'an integration that answers %i may have another secret',
  async (status) => {
    const hooks = await listen(() => new Response(null, { status }))
    const { err } = await run(['merge', '--to', hooks, '--port', '0'], undefined, immediate)
    expect(err).toContain(
      `The integration answers ${status} at ${hooks}. Does it verify with the secret above? --secret sets another.\n`,
    )
  },
)

/** An integration that accepts each delivery, and calls `path` of the API with a token. */
async function callingIntegration(path: string, headers: Record<string, string>) {
  let baseUrl = ''
  const hooks = await listen(async () => {
    await fetch(baseUrl + path, { headers })
    return new Response(null, { status: 204 })
  })
  return {
    hooks,
    readAddress: (greeting: string) => void (baseUrl = /^API: +(\S+)/m.exec(greeting)?.[1] ?? ''),
  }
}

test.each([
  [{ authorization: 'Bearer other' }, 'the token is unknown, its owner was deleted, or a reset'],
  [{}, 'no token was sent'],
])('a run fails if each call has no valid token: %j', async (headers, reason) => {
  const { hooks, readAddress } = await callingIntegration('/users', headers)
  const args = ['merge', '--to', hooks, '--port', '0']
  const { err, code } = await run(args, readAddress, immediate)
  expect(err).toMatch(/[1-9] accepted; [1-9]\d* calls to the API/)
  expect(err).toContain(`No call to the API had a valid token: ${reason}`)
  expect(err).toContain('. Give the integration the token above.\n')
  expect(code).toBe(1)
})

test('a run fails if a fault hits the only call, which has no valid token', async () => {
  for (const [token, expected] of [
    ['other', 1],
    ['course-admin-token', 0],
  ] as const) {
    const authorization = `Bearer ${token}`
    const { hooks, readAddress } = await callingIntegration('/users', { authorization })
    const script =
      "await step('a', () => { emulator.fault({ operation: 'get_users', with: { status: 503 } }); rename('Q') })"
    const args = [scenarioFile(script), '--to', hooks, '--port', '0']
    const { err, code } = await run(args, readAddress, immediate)
    expect(code).toBe(expected)
    expect(err.includes('No call to the API had a valid token. Give')).toBe(expected === 1)
  }
})

test('a run whose script removes the token does not ask for it', async () => {
  const { hooks, readAddress } = await callingIntegration('/users', { authorization: 'Bearer x' })
  const script = "await step('a', () => { emulator.act.deleteUser({ user: 1 }); rename('Q') })"
  const args = [scenarioFile(script), '--to', hooks, '--port', '0']
  const { err, code } = await run(args, readAddress, immediate)
  expect(err).toContain('2 calls to the API')
  expect([err, code]).toEqual([expect.not.stringContaining('No call to the API had'), 0])
})

test('a call that matches no operation is named once, and at the end of all scenarios', async () => {
  const headers = { authorization: 'Bearer course-admin-token' }
  const { hooks, readAddress } = await callingIntegration('/user/2', headers)
  const one = await run(['merge', '--to', hooks, '--port', '0'], readAddress, immediate)
  const line = 'There is no operation GET /user/2. Did you mean GET /users/{id}?\n'
  expect(one.err).toMatch(/[2-9] calls to the API/)
  expect(one.err.split(line)).toHaveLength(2)
  expect(one.code).toBe(0)
  const args = ['--all', '--to', hooks, '--resync', hooks, '--port', '0']
  const { err, code } = await run(args, readAddress, immediate)
  const [, end] = err.split(/\d+ passed, 0 failed\.\n/)
  expect(end).toBe(`  ${line}`)
  expect(code).toBe(0)
})

/** Writes a scenario of a script, with a user that is given. */
function scenarioFile(script: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'scenario-')), 'own.scenario.mjs')
  const index = new URL('../../src/scenarios.ts', import.meta.url).href
  writeFileSync(
    file,
    `import { scenario } from ${JSON.stringify(index)}
    export default scenario('own', async ({ emulator, step }) => {
      const user = emulator.given('users')
      const rename = (last_name) => emulator.act.updateUser({ user, last_name })
      ${script}
    })`,
  )
  return file
}

test.each([
  [
    "await step('a', () => { emulator.outage({ from: '30m' }); rename('Q') })",
    'outage-1 hit no call and no delivery. Check its times and its rule.',
    0,
  ],
  [
    "await step('a', () => { emulator.fault({ operation: 'get_users', with: { status: 500 } }).end(); rename('Q') })",
    'fault-1 hit no call and no delivery. Check its times and its rule.',
    0,
  ],
  [
    "await step('a', () => { emulator.outage({ of: 'all' }); rename('Q') })",
    'The run did not reach the integration: no delivery was sent.',
    1,
  ],
  ['', 'no step did anything, and the integration called nothing. `given` makes no event.', 1],
  ["await step('a')", 'Could not run the scenario: no step did anything', 1],
  [
    "step('a', () => rename('Q')); step('b', () => rename('R'))",
    'Could not run the step "a": "b" began before it ended. Await each step: await step("a", …).',
    1,
  ],
])('a scenario whose script is %s ends with: %s', async (script, line, expected) => {
  const hooks = await listen(() => new Response(null, { status: 204 }))
  const args = [scenarioFile(script), '--to', hooks, '--port', '0']
  const { err, code } = await run(args, undefined, immediate)
  expect(err).toContain(line)
  expect(code).toBe(expected)
})

test.each([
  ['/', 'The path of --to is "/": is that the webhook endpoint?'],
  ['/hooks', 'Does it use the address and the token above?'],
])('--strict warns about an integration at %s that calls nothing', async (path, cause) => {
  const hooks = new URL(path, await listen(() => new Response(null, { status: 204 }))).href
  const { err, code } = await run(
    ['merge', '--to', hooks, '--port', '0', '--strict'],
    undefined,
    immediate,
  )
  expect([err, code]).toEqual([expect.stringContaining(`never calls the API. ${cause}`), 0])
})

test.each([
  [500, ": Cannot read properties of undefined (reading 'id')."],
  [404, ': check the path of --to.'],
])('an integration that answers each delivery with %i reads only why', async (status, why) => {
  const text = "Cannot read properties of undefined (reading 'id')"
  const hooks = await listen(() => new Response(text, { status }))
  const { out, err } = await run(['merge', '--to', hooks, '--port', '0'], undefined, immediate)
  const problem = `No delivery was accepted. The integration answers ${status} at ${hooks}${why}\n`
  expect(err.split('0 calls to the API.\n')[1]).toBe(problem)
  expect(out).toContain('Pending: a retry of enrollment.created')
  expect(out).not.toContain('await emulator.')
})

test('a full synchronization that is refused names its address', async () => {
  const hooks = await listen(() => new Response(null, { status: 500 }))
  const args = ['lms-first-sync', '--to', hooks, '--resync', hooks, '--port', '0']
  const { err } = await run(args, undefined, immediate)
  expect(err).toContain('the integration answered 500. Check the address of --resync')
})

test('the exit code is 1 if the integration received nothing and called nothing', async () => {
  const args = ['lms-first-sync', '--to', 'http://127.0.0.1:9/', '--port', '0']
  const { err, code } = await run(args, undefined, immediate)
  expect(err).toContain('0 deliveries, 0 accepted; 0 calls to the API.')
  expect(err).toContain(
    'The run did not reach the integration: the scenario only starts a full synchronization. Add --resync.',
  )
  expect(code).toBe(1)
  const hooks = await listen(() => new Response(null, { status: 204 }))
  const resynced = [...args, '--resync', hooks]
  const silence =
    'The integration got no delivery and never called the API. Does it use the address'
  const lenient = await run(resynced, undefined, immediate)
  expect([lenient.code, lenient.err]).toEqual([0, expect.stringContaining(silence)])
  const strict = await run([...resynced, '--strict'], undefined, immediate)
  expect([strict.code, strict.err]).toEqual([1, expect.stringContaining(silence)])
})

test('--strict accepts a full synchronization that calls the API', async () => {
  let baseUrl = ''
  const hooks = await listen(async () => {
    await fetch(`${baseUrl}/users`, { headers: { authorization: 'Bearer course-admin-token' } })
    return new Response(null, { status: 204 })
  })
  const args = ['lms-first-sync', '--to', hooks, '--resync', hooks, '--port', '0', '--strict']
  const readAddress = (greeting: string): void => {
    baseUrl = /^API: +(\S+)/m.exec(greeting)?.[1] ?? ''
  }
  expect((await run(args, readAddress, immediate)).code).toBe(0)
})

test('--strict also fails for a notification that was never accepted, and for an unknown operation', async () => {
  let baseUrl = ''
  const hooks = await listen(async (request) => {
    const { event } = (await request.json()) as { event: string }
    await fetch(`${baseUrl}/enrolments`, {
      headers: { authorization: 'Bearer course-admin-token' },
    })
    return new Response(null, { status: event === 'user.merged' ? 422 : 200 })
  })
  const readAddress = (greeting: string): void => {
    baseUrl = /^API: +(\S+)/m.exec(greeting)?.[1] ?? ''
  }
  const args = ['merge', '--to', hooks, '--port', '0', '--json', '-']
  const lenient = await run(args, readAddress, immediate)
  expect(lenient.code).toBe(0)
  const strict = await run([...args, '--strict'], readAddress, immediate)
  expect(strict.code).toBe(1)
  const [{ problems }] = JSON.parse(strict.out) as [ScenarioReport]
  expect(problems).toContainEqual(
    expect.stringMatching(
      /^The notification \S+ of user\.merged was never accepted: .* was 422\.$/,
    ),
  )
  expect(problems).toContain(
    'There is no operation GET /enrolments. Did you mean GET /enrollments?',
  )
})

test('--junit writes a file with a case for each scenario', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'junit-'))
  try {
    const file = join(folder, 'report.xml')
    const hooks = await listen(() => new Response('Down & <out>', { status: 503 }))
    await run(['merge', '--to', hooks, '--port', '0', '--junit', file], undefined, immediate)
    const xml = readFileSync(file, 'utf8')
    expect(xml).toContain('<testsuite name="scenarios" tests="1" failures="1">')
    expect(xml).toContain('<testcase classname="scenarios" name="merge">')
    expect(xml).toContain('<failure message="No delivery was accepted.')
    const quiet = await listen(() => new Response(null, { status: 204 }))
    await run(['merge', '--to', quiet, '--port', '0', '--junit', file], undefined, immediate)
    const passed = readFileSync(file, 'utf8')
    expect(passed).toContain('failures="0"')
    expect(passed).toContain('The integration gets deliveries and never calls the API.')
    expect(xml.replaceAll(/&(amp|lt|gt|quot);/g, '')).not.toContain('&')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a script that fails is a problem of its report, and the other scenarios still run', async () => {
  const hooks = await listen(() => new Response(null, { status: 204 }))
  const resync = 'http://127.0.0.1:9/resync'
  const args = ['--all', '--json', '-', '--to', hooks, '--port', '0', '--resync', resync]
  const { out, code } = await run(args, undefined, immediate)
  const reports = JSON.parse(out) as ScenarioReport[]
  const failed = reports.filter(({ passed }) => !passed)
  expect(failed.length).toBeGreaterThan(0)
  expect(failed.length).toBeLessThan(reports.length)
  expect(failed[0]?.problems[0]).toContain(`Could not start a full synchronization at ${resync}`)
  expect(code).toBe(1)
})

test('a name and --all exclude each other', async () => {
  for (const secret of ['!!!', 'whsec_', '']) {
    const args = ['merge', '--to', 'http://127.0.0.1:9/', '--port', '0', '--secret', secret]
    await expect(run(args)).rejects.toThrow(
      `Could not run a scenario: --secret "${secret}" cannot sign a delivery. Give "whsec_" and`,
    )
  }
  await expect(run(['merge', '--all', '--to', 'http://127.0.0.1:9/'])).rejects.toThrow(
    'Could not run a scenario: --all and the name "merge" were both given. Give one of them.',
  )
})

test('lists the scenarios', async () => {
  const { out } = await run(['--list'])
  expect(out).toMatch(/^merge-of-merged +One user is merged into a second user/m)
})
