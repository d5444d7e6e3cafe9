/** The reports of an exploration: JSON with a schema, JUnit and HTML. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { explore, mergeExplorations } from '../../../src/explore.ts'
import type { ExploreOptions } from '../../../src/explore.ts'
import { Exploration } from '../../../src/conformance/explore/exploration.ts'
import { formatMatrix } from '../../../src/conformance/explore/exploration-text.ts'
import { verdictTable } from '../../../src/conformance/oracles/verdict.ts'
import type { Matrix } from '../../../src/conformance/explore/matrix.ts'
import { explorationReport } from '../../../src/conformance/report/reports.ts'
import { reportToHTML } from '../../../src/report/page/report-page.ts'
import type { Connect, Integration } from '../../../src/scenarios.ts'
import { mirror, renamesOf, unsteadyMirror } from './mirror.ts'
import { forgetfulMirror } from './forgetful-mirror.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../docs/schemas/exploration.schema.json', import.meta.url), 'utf8'),
) as object
const validate = new Ajv2020({ allErrors: true }).compile(schema)

/** Only calls deviate: the shortest failing schedule is the one with the first error. */
const requests: ExploreOptions = { depth: 1, deviations: ['requests'] }

/** The errors of the schema for a value, after a round trip through JSON. */
function schemaErrors(value: unknown): unknown[] {
  validate(JSON.parse(JSON.stringify(value)))
  return validate.errors ?? []
}

test.each<{ name: string; options: ExploreOptions }>([
  { name: 'one deviation', options: { depth: 1 } },
  { name: 'two deviations and orders', options: { depth: 2, runs: 60 } },
  { name: 'a shard', options: { depth: 1, shard: '1/2' } },
  {
    name: 'other kinds',
    options: { depth: 1, runs: 15, prune: false, deviations: ['crashes', 'rights'] },
  },
  {
    name: 'the options of a replay',
    options: {
      depth: 0,
      seed: 5,
      accept: ['converged'],
      events: ['user.updated'],
      expect: () => {},
    },
  },
  { name: 'a canceled run', options: { signal: AbortSignal.abort() } },
])('the JSON of $name matches its schema', { timeout: 120_000 }, async ({ options }) => {
  for (const connect of [mirror(), forgetfulMirror()])
    expect(schemaErrors(await explore(renamesOf(2), connect, options))).toEqual([])
})

test('the JSON of a shard that left out its schedules matches the schema', async () => {
  const shard = await explore(renamesOf(1), unsteadyMirror(), { ...requests, shard: '1/2' })
  expect(shard.toJSON().shard?.parts.needsSchedules).toBe(true)
  expect(schemaErrors(shard)).toEqual([])
  expect(schemaErrors({ ...shard.toJSON(), durationMs: 3_200 })).toEqual([])
})

test('the schema refuses missing and unknown keys, and unknown verdicts', async () => {
  const json = (await explore(renamesOf(1), forgetfulMirror(), requests)).toJSON()
  const [failure] = json.failures
  const { coverage: _, ...incomplete } = json
  for (const changed of [
    incomplete,
    { ...json, version: 2 },
    { ...json, extra: 1 },
    { ...json, verdicts: { perfect: 1 } },
    { ...json, failures: [{ ...failure, verdict: 'perfect' }] },
  ])
    expect(schemaErrors(changed)).not.toEqual([])
})

test('a failure has the transcript of its reference run', async () => {
  const { failures } = await explore(renamesOf(1), forgetfulMirror(), requests)
  const [{ transcript = '', reference = '', replay } = {}] = failures
  expect(replay).toBe('500 at GET /users/2 #1')
  expect(reference).toContain('GET /users/2 -> 200')
  expect(reference).not.toContain('-> 500')
  expect(transcript).toContain('GET /users/2 -> 500')
})

test('a merged exploration has the same reports as the whole', { timeout: 60_000 }, async () => {
  const options = { depth: 1 }
  const whole = await explore(renamesOf(2), forgetfulMirror(), options)
  const first = await explore(renamesOf(2), forgetfulMirror(), { ...options, shard: '1/2' })
  const second = await explore(renamesOf(2), forgetfulMirror(), { ...options, shard: '2/2' })
  const merged = mergeExplorations([first.toJSON(), second.toJSON()])
  expect(merged.toHTML()).toBe(whole.toHTML())
  expect(merged.toJUnit()).toBe(whole.toJUnit())
})

test('JUnit has a case for the baseline run and one for each failure', async () => {
  const exploration = await explore(renamesOf(1), forgetfulMirror(), requests)
  const count = exploration.failures.length
  const text = exploration.toJUnit()
  expect(count).toBeGreaterThan(0)
  expect(text).toContain(
    `<testsuite name="explore.renames-of-1" tests="${count + 1}" failures="${count}">`,
  )
  expect(text).toContain('<testcase classname="explore.renames-of-1" name="baseline">')
  expect(text).toContain(`name="500 at GET /users/2 #1"`)
  expect(text).toContain('state.2: baseline run &quot;Dekker 1&quot; · this run no value')
  const converged = await explore(renamesOf(1), mirror(), requests)
  expect(converged.toJUnit()).toContain('tests="1" failures="0"')
})

test('the text shows the first failure and lists the others', async () => {
  const exploration = await explore(renamesOf(2), forgetfulMirror(), { depth: 1 })
  const { text, failures } = exploration
  expect(failures.length).toBeGreaterThan(1)
  const [, others = ''] = text.split('\n\nAlso:\n')
  expect(others.split('\n')).toEqual(
    failures
      .slice(1)
      .map(
        ({ replay, verdict, count }) =>
          `  ${replay} (${verdict}, ${count} ${count === 1 ? 'schedule' : 'schedules'})`,
      ),
  )
  const [first] = failures
  const many = Array.from({ length: 13 }, () => ({
    ...(first as NonNullable<typeof first>),
    count: 1_200,
  }))
  const long = new Exploration({ ...exploration.toJSON(), failures: many }).text.split('\n')
  expect(long.filter((line) => line.endsWith('(diverged, 1,200 schedules)'))).toHaveLength(10)
  expect(long.at(-1)).toBe('  and 2 more')
})

test('the legend of the matrix has every verdict', async () => {
  const { text } = await explore(renamesOf(1), mirror(), requests)
  for (const [verdict, { letter }] of Object.entries(verdictTable))
    expect(text).toContain(`${letter} ${verdict}`)
})

test('the words of the HTML report are apart without a style sheet', async () => {
  const html = (await explore(renamesOf(1), forgetfulMirror(), requests)).toHTML()
  const text = html.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain('did not converge ')
  expect(text.match(/diverged 500 at GET \/users\/2 #1/g)).toHaveLength(2)
})

test('HTML escapes what the integration returns, and refers to no other file', async () => {
  const hostile = '</script><img src=x onerror="alert(1)">'
  const connect = forgetfulMirror((name) => `${name}${hostile}`)
  const html = (await explore(renamesOf(1), connect, requests)).toHTML()
  expect(html).not.toContain(hostile)
  expect(html).toContain('&lt;/script&gt;&lt;img src=x')
  expect(html).not.toMatch(/<link|<img|<script src|@import|url\(/i)
  expect(html).toContain(`content="default-src 'none';`)
})

test('a matrix shows the keys of the storage decoded, without a break of its lines', () => {
  const points = ['set job%207%2FMia #2', 'set two%0Alines%1B[0m #1', 'GET /files/a%20b #1']
  const matrix: Matrix = {
    columns: ['crash-after-write'],
    rows: points.map((point) => ({ point, cells: ['converged'] })),
  }
  const shown = ['set job 7/Mia #2', 'set two%0Alines%1B[0m #1', 'GET /files/a%20b #1']
  const lines = formatMatrix(matrix).split('\n').slice(-3)
  expect(lines.map((line) => line.replace(/ +\.$/, ''))).toEqual(shown)
  const schedules = { run: 1, byDepth: [1] }
  const facts = {
    scenario: 'jobs',
    coverage: '',
    schedules,
    verdicts: {},
    matrix,
    failures: [],
    notes: [],
  }
  const html = reportToHTML(explorationReport(facts))
  for (const point of shown) expect(html).toContain(`class="mono">${point}</th>`)
  expect(html).toContain('crash-after-write at set job%207%2FMia #2')
})

test('a crash at a write to the storage names the call or the delivery before it', async () => {
  const forgetful: Connect = (connection) => {
    const { resync: _, fetch, ...own } = mirror()(connection) as Integration
    return {
      ...own,
      async fetch(request) {
        const { event_data } = (await request.clone().json()) as { event_data: { id: number } }
        const key = `seen ${event_data.id}`
        if (await connection.storage.get(key)) return new Response(null, { status: 204 })
        await connection.storage.set(key, true)
        return fetch?.(request, { signal: request.signal } as never)
      },
    }
  }
  const exploration = await explore(renamesOf(1), forgetful, { deviations: ['crashes'] })
  const { deviations } = exploration.failures[0]!
  expect(deviations).toEqual([
    { name: 'crash-after-write', point: 'set seen%202 #1', after: 'user.updated id=2 #1' },
  ])
  expect(exploration.text).toContain(
    'crash-after-write at set seen%202 #1, after user.updated id=2 #1',
  )
  expect(schemaErrors(exploration)).toEqual([])
})
