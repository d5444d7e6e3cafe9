/**
 * The answers of the control plane and the reports of an emulator after random sessions have recorded digests.
 * `-u` records a wanted change.
 */
import { createHash } from 'node:crypto'
import type { Emulator } from 'course-admin-emulator'
import { createHandler } from 'course-admin-emulator/server'
import { expect, test } from 'vitest'
import { newCoverage, openSession, runStep } from '../../golden/session.ts'
import { endFaults } from '../../support/internals.ts'
import packageJson from '../../../package.json' with { type: 'json' }

const stepCount = 24

/** Runs the session of a seed to its end. */
async function emulatorAfter(seed: number): Promise<Emulator> {
  const session = openSession(seed, newCoverage())
  for (let step = 0; step < stepCount; step += 1) await runStep(session)
  endFaults(session.emulator)
  await session.emulator.advance('1h')
  return session.emulator
}

/** Real durations, the ids of journals and the places of calls differ between runs and machines. */
const varying = /"realMs":[\d.e-]+|"journal":"[^"]*"|[^"\s]*\.ts:\d+/g

const digestOf = (text: string): string =>
  createHash('sha256')
    .update(text.replaceAll(packageJson.version, '<version>').replaceAll(varying, ''))
    .digest('hex')
    .slice(0, 12)

/** Routes whose answer is a file, a stream or the whole journal. */
const others = ['GET ', 'GET assets/:id', 'GET events', 'GET story.html']

/** The ids of a route: those of the emulator, and one that does not exist. */
function idsOf(emulator: Emulator, route: string): readonly string[] {
  const table = /rows\/(\w+)/.exec(route)?.[1]
  const [kind = ''] = route.slice('GET '.length).split('/')
  const rowIds = (name: string): string[] =>
    emulator.rows(name as 'users').map(({ id }) => String(id))
  const entries = emulator.journal().map(({ n }) => String(n))
  const known: Readonly<Record<string, readonly string[]>> = {
    rows: table === undefined ? [] : rowIds(table).slice(-2),
    'deleted-rows': table === undefined ? [] : ['2', '3'],
    webhooks: rowIds('webhooks'),
    notifications: rowIds('webhook_notifications').slice(0, 6),
    entries,
    explain: entries,
    tables: ['users', 'enrollments', 'webhooks', 'emails'],
  }
  return [...(known[kind] ?? []), '999999', 'none']
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])(
  'the session of seed %i has its recorded answers and reports',
  async (seed) => {
    const emulator = await emulatorAfter(seed)
    const handle = createHandler(emulator)
    const get = async (path: string): Promise<string> => {
      const response = await handle(new Request(`http://localhost/_emulator/${path}`))
      return `GET ${path} ${response.status} ${digestOf(await response.text())}`
    }
    const routes = (await (
      await handle(new Request('http://localhost/_emulator/routes'))
    ).json()) as readonly string[]
    const lines: string[] = []
    for (const route of routes) {
      if (!route.startsWith('GET ') || others.includes(route)) continue
      const path = route.slice('GET '.length)
      const ids = path.includes(':id') ? idsOf(emulator, route) : ['']
      const parts: string[] = []
      for (const id of ids) parts.push(await get(path.replace(':id', id)))
      lines.push(
        parts.length === 1
          ? (parts[0] as string)
          : `${route} ${parts.length} ${digestOf(parts.join('\n'))}`,
      )
    }
    handle.close()
    const reports: Readonly<Record<string, () => unknown>> = {
      story: () => emulator.story(),
      transcript: () => emulator.transcript(),
      usage: () => emulator.usage(),
      'assumption report': () => emulator.assumptionReport(),
      pending: () => emulator.pending(),
      faults: () => emulator.faults(),
      save: () => emulator.save(),
    }
    for (const [name, report] of Object.entries(reports))
      lines.push(`${name} ${digestOf(JSON.stringify(report()) ?? '')}`)
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/session-${seed}.txt`)
  },
)
