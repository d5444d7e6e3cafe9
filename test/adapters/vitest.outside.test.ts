/** The Vitest entry point: inside passing tests, and from outside with failing tests. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { create } from 'axios'
import { describe, expect, test, testWith } from 'course-admin-emulator/vitest'
import { test as bare } from 'vitest'

describe('a test', () => {
  const names: string[] = []

  test('gets an emulator', async ({ emulator }) => {
    names.push(emulator.given('users', { first_name: 'Mia' }).first_name)
    expect(emulator.rows('users', { first_name: 'Mia' })).toHaveLength(1)
  })

  test('gets its own emulator', ({ emulator }) => {
    expect(names).toEqual(['Mia'])
    expect(emulator.rows('users', { first_name: 'Mia' }).map(({ id }) => id)).not.toContain(301)
    expect(emulator.journal()).toEqual([])
  })
})

describe('concurrent tests', () => {
  const empty = testWith({ world: 'empty' })

  for (const count of [1, 2, 3]) {
    empty.concurrent(`each see their own world (${count})`, async ({ emulator, expect: mine }) => {
      emulator.given('courses', count)
      const read = async () => {
        const response = await fetch(`${emulator.baseUrl}/courses`, { headers: emulator.headers })
        return ((await response.json()) as unknown[]).length
      }
      for (let i = 0; i < 5; i += 1) mine(await read()).toBe(count)
    })
  }
})

describe('concurrent tests of configured code', () => {
  for (const name of ['Ada', 'Mia', 'Eva']) {
    test.concurrent(`use their own instance (${name})`, async ({ emulator, expect: mine }) => {
      const { id } = emulator.given('users', { first_name: name })
      const token = emulator.mintToken({ scopes: ['relations:read'] })
      const api = create({
        baseURL: emulator.baseUrl,
        headers: { common: { Authorization: `Bearer ${token}` } },
      })
      for (let i = 0; i < 3; i += 1) {
        mine((await api.get(`/users/${id}`)).data).toMatchObject({ first_name: name })
      }
      mine(emulator).toHaveReceived('get_user_by_id', { params: { id }, times: 3 })
    })
  }

  for (const count of [1, 2]) {
    testWith({ baseUrl: `https://tenant-${count}.test/api/v1` }).concurrent(
      `or have an address of their own, and need no token (${count})`,
      async ({ emulator, expect: mine }) => {
        for (let i = 0; i < count; i += 1) await fetch(`${emulator.baseUrl}/users/1`)
        mine(emulator).toHaveReceived('get_user_by_id', { status: 403, times: count })
      },
    )
  }
})

describe('concurrent tests of code without a known token', () => {
  for (const count of [1, 2, 3]) {
    test.concurrent(
      `are identified by the caller (${count})`,
      async ({ emulator, expect: mine }) => {
        const url = `${emulator.baseUrl}/users/1`
        for (let i = 0; i < count; i += 1) mine((await fetch(url)).status).toBe(403)
        const api = create({ adapter: 'http' })
        const { status } = await api.get(url, { validateStatus: () => true })
        mine(status).toBe(403)
        mine(emulator).toHaveReceived('get_user_by_id', { status: 403, times: count + 1 })
      },
    )
  }
})

describe('options', () => {
  const small = testWith({ world: 'small-school', flags: { Programs: false } })

  describe('of a file and of a block', () => {
    small.override({ emulatorOptions: { flags: { Departments: false } } })

    small('add up', ({ emulator }) => {
      expect(emulator.rows('courses')).toHaveLength(3)
      expect(emulator.flags()).toMatchObject({ Programs: false, Departments: false })
    })
  })

  small('are given once for a file', ({ emulator }) => {
    expect(emulator.rows('courses')).toHaveLength(3)
    expect(emulator.flags()).toMatchObject({ Programs: false, Departments: true })
  })

  describe('assumptions of a file and of a block', () => {
    const lenient = testWith({ assumptions: 'lenient' })
    lenient.override({ emulatorOptions: { assumptions: { 'query.sort': '403' } } })

    lenient('add up, also those of a preset', async ({ emulator: { fetch, headers } }) => {
      expect((await fetch('/users?per_page=500', { headers })).status).toBe(200)
      expect((await fetch('/users?sort=name', { headers })).status).toBe(403)
    })
  })

  describe('in a block', () => {
    test.override({ emulatorOptions: { world: 'empty' } })

    test('are overridden', ({ emulator }) => {
      expect(emulator.rows('courses')).toEqual([])
    })

    describe('in a nested block', () => {
      test.override('emulatorOptions', { start: '2027-03-01T08:00:00Z' })

      test('are overridden again', ({ emulator }) => {
        expect(emulator.now().getFullYear()).toBe(2027)
        expect(emulator.rows('courses').length).toBeGreaterThan(3)
      })
    })
  })

  test('have their defaults elsewhere', ({ emulator }) => {
    expect(emulator.rows('courses').length).toBeGreaterThan(3)
  })
})

/** A run of Vitest with its output. */
function runOutside(config: string, env: Record<string, string> = {}) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const vitest = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')))
  const args = [vitest, 'run', '--config', config]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  return { output: stdout + stderr, status }
}

/** The places that Vitest prints for an error. */
const placesOf = (output: string, message: string): readonly string[] =>
  (output.slice(output.indexOf(message)).split('⎯⎯⎯')[0] as string).match(/❯ .*/g) ?? []

bare('a call without a handler fails its test, and the journal is printed', () => {
  const { output, status } = runOutside('test/adapters/failing/vitest.config.ts')
  expect(status).toBe(1)
  expect(output).toContain('Could not answer GET /user/1: the service has no such operation.')
  expect(output).toContain('Did you mean GET /users/{id}?')
  expect(output).toMatch(
    /Recent journal entries:\s+-- Mon 2026-01-05\s+1 {2}09:00:00 +request +GET \/user\/1 -> 404/,
  )
  expect(output.match(/Could not answer GET \/user\/1:/g)).toHaveLength(1)
  expect(output.match(/FAIL .*an unknown path\n/g)).toHaveLength(1)
  expect(placesOf(output, 'Could not answer GET /user/1:')).toContainEqual(
    expect.stringMatching(/calls\.failing\.ts:23:/),
  )
  expect(placesOf(output, 'there is no key "qurey"')).toEqual([
    expect.stringMatching(/calls\.failing\.ts:\d+:20/),
  ])
  expect(output).toContain('fault-1, on requests of get_courses: there was no request')
  expect(output).toContain('In "an unknown path":\nRecent journal entries:')
  expect(output).toContain('In "a doubled path":')
  expect(output).toContain('`baseUrl` already ends in /api/v1.')
  expect(output).toContain('expected 503 to be 200')
  expect(output).toContain(
    'Could not create the emulator of the test: "prepare" is {"users":3}. Give a function',
  )
  expect(output).toContain('Errors from receivers:\nhttps://app.test/hooks: TypeError: a mistake')
  expect(output).toContain("TypeError: Cannot read properties of undefined (reading 'status')")
  expect(output).toContain(
    'Could not end the test: `emulator.advance` still runs. Await it: `await emulator.advance(…)`.',
  )
  expect(output).toContain('Could not end the test: `emulator.run` still runs.')
  expect(output).toMatch(
    /`emulator\.run` still runs: the test timed out when the clock was at 2026-01-\d\dT\S+Z\. The work has not ended\./,
  )
  expect(output).toContain(
    'Could not answer GET /late/1: the service has no such operation. "a request after the end" sent GET /late/1 after its end.',
  )
  expect(output).toContain(
    'Could not end the test: it read deliveries while one of user.deleted to https://app.test/unsent was due',
  )
  expect(output).toContain(
    'Could not create the emulator of the test: the options are "empty". Give an object such as { world: "small-school" }.',
  )
  expect(output).toContain(
    'Could not answer GET /users/1 (TypeError: an injected defect): the emulator has a defect.',
  )
  expect(output).toMatch(/Caused by: TypeError: an injected defect/)
  expect(output).toContain('GET /users -> 200, answer waits until 09:00:05')
  expect(output).toContain("`await emulator.advance('5s')` runs the first.")
  expect(output).not.toContain('In "what is to fail"')
  expect(output).toMatch(/Could not answer GET \S+\/userz in one of "concurrent 1", "concurrent 2"/)
  expect(output).toContain(
    'Could not intercept GET https://service.test/api/v2/users: `/api/v2/users` is not below `/api/v1`. ' +
      'Did you mean GET https://service.test/api/v1/users?',
  )
  expect(output).toContain(
    'Unhandled request: GET http://other.invalid/health: ' +
      'it is not below `https://service.test/api/v1`.',
  )
  expect(output).toMatch(/Unhandled requests:\nGET http:\/\/other.invalid\/health/)
  expect(output).toContain(
    'Pending: a shared timer (setTimeout of 1m) at 2026-01-05 09:01:00. ' +
      "`await emulator.advance('1m')` runs the first. `await emulator.run(work)` runs all that `work` waits for, " +
      'also a wait of the test itself. ' +
      'For a timer that is due later than that wait ends, such as a poll each minute, call `await emulator.advance("1m")` first.',
  )
  expect(output).toMatch(
    /In "are removed before the report":[^]*?Fake timers were installed, and do not run[^]*?The story of the test/,
  )
  expect(output).toMatch(
    /In "a matcher of spies":\nRecent[^]*? No request reached this emulator\..*\nThe matchers are toHaveReceived\(/,
  )
  expect(output).toContain(
    'Could not end the test: `runScenario` still runs. Await it: `await runScenario(…)`.',
  )
  expect(output).toMatch(/In "a matcher of spies for a receiver":[^]*?\nThe matchers are /)
  expect(output).toMatch(/In "a matcher like those of spies":[^]*?The matchers are /)
  expect(output).toContain(
    'In "a fault that hits nothing", unused faults:\n' +
      '  fault-1, on requests of get_users: the closest is 1: GET /users/1 -> 200',
  )
  expect(output).not.toContain('In "a fault that is to hit nothing"')
  expect(output).toContain(
    'In "a request of supertest that is not awaited", no request was sent. supertest sends',
  )
  expect(output.match(/no request was sent/g)).toHaveLength(1)
  expect(output).toMatch(
    /In "a wait for shared timers":[^]*?The timers of the test run on the emulator's clock, and nothing moved it/,
  )
  expect(output).toMatch(
    /In "a page that is not there":\nThe journal is empty\.\nThe test has no page\. Set `environment: 'jsdom'`/,
  )
  expect(output).toMatch(
    /In "an element of an earlier test":[^]*?\nElements of an earlier test were in the page/,
  )
  expect(output).toMatch(/FAIL .*a listening emulator that nothing closes\n.*answer GET \/user/)
  expect(output.match(/FAIL .*a failure before the deliveries\n/g)).toHaveLength(1)
  expect(output).toContain(
    'GET /users has the token of "a call after the end", which has ended. Await the code that sends it in that test',
  )
  expect(output).toContain('… 10 earlier; `emulator.transcript()` prints all')
  expect(output).not.toContain('/users/1?page=9 ')
  expect(output).toMatch(/\/users\/1\?page=10 [\s\S]*GET http:\/\/other.invalid\/after-many-calls/)
  expect(output).toMatch(/FAIL .*a failed assertion of work after the answer\n.*expected 1 to be 2/)
  expect(output).toMatch(/FAIL .*a failed assertion of tracked work\n.*expected 1 to be 3/)
  expect(output).toMatch(/FAIL .*a misspelt operation in a receiver\n.*Did you mean "create_user"/)
  expect(output).toMatch(/FAIL .*an exploration without await\n.*`explore` still runs\. Await it/)
  expect(output).toMatch(
    /FAIL .*a card without await.*\n.*`checkIntegration` still runs\. Await it/,
  )
  expect(output).toMatch(/FAIL .*a reset after a wrong path\n.*GET \/before-the-reset/)
  expect(output).toContain(
    'In "an assertion of a receiver that never runs", the function `answer` of https://app.test/unrun has an assertion and never ran',
  )
  expect(output).toContain(
    'In "calls without a token", each call was refused with 403: the token is the text "undefined": its value is not set. Give the code under test `emulator.token`.',
  )
  expect(output).toContain(
    'In "an assertion that is not awaited", expect(…).toHaveReceived("create_order") failed last, and the test passed. Await',
  )
  expect(output).toContain(
    'In "a call after it is excluded", expect(…).not.toHaveReceived("get_users") held, and what it excludes came after it.',
  )
  expect(output).not.toContain('In "a call after the time went on"')
  expect(output).toContain('In "a loop over no records", no assertion ran')
  expect(output).toMatch(/Tests +38 failed \|[^\n]*\(52\)/)
  expect(output).toContain('params.id  expected "2", was "1"')
  // Once for each of the tests, with or without it in their message.
  expect(output.match(/Recent journal entries:/g)?.length).toBeGreaterThanOrEqual(6)
  const story = join('emulator-stories', 'an-unknown-path.html')
  expect(output).toContain(`The story of the test: ${story}`)
  expect(readFileSync(story, 'utf8')).toContain('<title>an unknown path</title>')
  const attached = /Attached to "an unknown path": course-admin-emulator:story, text\/html, (.*)/
  const path = attached.exec(output)?.[1] ?? ''
  expect(readFileSync(path, 'utf8')).toBe(readFileSync(story, 'utf8'))
  expect(output).not.toContain('what-is-to-fail.html')
})

bare('another program than Vitest is told to load another module', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const args = ['--import', 'tsx', '--input-type=module', '-e', "await import('./src/vitest.ts')"]
  const { stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  expect(stderr).toContain(
    'Could not load course-admin-emulator/vitest: Vitest does not run this file. ' +
      'Import course-admin-emulator/jest, /playwright or /node, and `test` and `expect` of your runner. For `reporters`, name course-admin-emulator/reporter.',
  )
})

test('`each` with a fixture is refused, and with a list of parameters is not', () => {
  const define = test.each([1, 2]) as unknown as (
    name: string,
    work: (...args: never[]) => void,
  ) => void
  expect(() => define('counts', (_: never, { emulator }: never) => void emulator)).toThrow(
    'Could not define "counts": `each` passes no fixtures. Use `test.for`',
  )
})

bare('a test of Vitest has no emulator, and is told which import has', (context) => {
  expect(() => (context as { emulator?: unknown }).emulator).toThrow(
    "Could not run the test with an `emulator`: its `test` is that of Vitest, which has none. Import it: import { test } from 'course-admin-emulator/vitest'.",
  )
})

test('`test.beforeAll` refuses the fixture, and runs without it', () => {
  const { beforeAll } = test as unknown as { beforeAll?: (work: (context: never) => void) => void }
  expect(() => beforeAll?.(({ emulator }: never) => void emulator)).toThrow(
    'Prepare the records of all tests with testWith({ prepare: ({ given }) => … }).',
  )
})

describe('the reporter', () => {
  const config = 'test/adapters/assumption-limit/vitest.config.ts'
  const report = `
These tests rely on 13 behaviours: 5 documented, 3 reference, 5 assumed
  body.rules (1 test): a request that breaks a rule is answered with 422 and errors
  checks.order (1 test): the checks run in order: token, rate, path, flag, syntax, scope, body rules; the first failure is answered
  enrollment.cancel.from (1 test): only a confirmed or active enrollment can be canceled; otherwise 422
`

  bare('adds up what the tests of every worker relied on', () => {
    const { output, status } = runOutside(config, { ASSUMPTIONS: 'list' })
    expect(output).toContain(report)
    expect(output).toContain('rate.window (2 tests)')
    expect(output).not.toContain('maxAssumed')
    expect(output).not.toContain('What these tests cost')
    expect(status).toBe(0)
  })

  bare('prints what the tests of every worker cost, and limits the assumptions', () => {
    const { output, status } = runOutside(config, {
      USAGE: '1',
      MAX_ASSUMED: '3',
      ASSUMPTIONS: 'list',
    })
    expect(output).toContain(report)
    expect(output).toMatch(/What these tests cost:\n2 calls in 0 s\noperation +calls/)
    expect(output).toMatch(/\ncancel_enrollment_by_id +1 .* 422: 1\n/)
    expect(output).toMatch(/\ncreate_course_variant +1 .* 201: 1\n/)
    expect(output).toContain('Fullest rate window: 1 of 500 calls')
    expect(output).toContain('Too many assumptions: 5, and `maxAssumed` is 3.')
    expect(output).toMatch(/2 passed \(2\)/)
    expect(status).toBe(1)
  })

  bare('prints one line by default', () => {
    const { output } = runOutside(config)
    expect(output).toContain(
      '\n2 tests rely on 5 assumptions about the service. Most tests rely on: rate.window (2), body.rules (1), ' +
        'checks.order (1), enrollment.cancel.from (1), timestamp.fraction (1). ' +
        '"npx course-admin-emulator flip -- vitest run" tells which break if one is wrong.\n',
    )
    expect(output).not.toContain('These tests rely on')
  })

  bare('prints the cost alone without the assumptions', () => {
    const { output, status } = runOutside(config, { USAGE: '1', ASSUMPTIONS: 'none' })
    expect(output).toContain('What these tests cost:')
    expect(output).not.toContain('These tests rely on')
    expect(status).toBe(0)
  })
})
