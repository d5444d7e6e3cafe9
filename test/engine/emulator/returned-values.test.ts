/** What an emulator returns is plain: no property is undefined, so that it equals its JSON in every comparison. */
import type { Emulator } from 'course-admin-emulator'
import { beforeAll, describe, expect, test } from 'vitest'
import { contextOf } from '../../../src/engine/emulator/emulator.ts'
import { newCoverage, openSession, runStep, type Session } from '../../golden/session.ts'

const sessions: Session[] = []

beforeAll(async () => {
  for (const seed of [0, 1, 2, 3, 4, 6]) {
    const session = openSession(seed, newCoverage())
    for (let step = 0; step < 30; step += 1) await runStep(session)
    sessions.push(session)
  }
})

/** The properties whose types say that they may be undefined: they are always there. */
const alwaysThere: Readonly<Record<string, readonly string[]>> = {
  journal: ['operation', 'waitsUntil'],
  received: ['body', 'operation'],
}

/** The paths of the properties that are undefined. */
function undefinedIn(value: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  return Object.entries(value).flatMap(([name, part]) =>
    part === undefined ? [`${path}.${name}`] : undefinedIn(part, `${path}.${name}`, seen),
  )
}

type Read = (emulator: Emulator, session: Session) => unknown

const requestNumbers = (emulator: Emulator): number[] =>
  emulator.journal({ kind: 'request' }).map(({ number }) => number)

const reads: Readonly<Record<string, Read>> = {
  journal: (emulator) => emulator.journal(),
  story: (emulator) => emulator.story(),
  received: (emulator) => emulator.received(),
  delivered: (emulator) =>
    [...new Set(emulator.journal({ kind: 'event' }).map(({ event }) => event))].map((event) =>
      emulator.delivered(event),
    ),
  'the deliveries of receivers': (_, { receivers }) =>
    receivers.map(({ deliveries }) => deliveries),
  rows: (emulator) =>
    [...contextOf(emulator).catalog.resources.keys()].map((name) => emulator.rows(name as 'users')),
  pending: (emulator) => emulator.pending(),
  faults: (emulator) => emulator.faults(),
  flags: (emulator) => emulator.flags(),
  usage: (emulator) => emulator.usage().toJSON(),
  assumptionReport: (emulator) => emulator.assumptionReport(),
  explain: (emulator) => requestNumbers(emulator).map((number) => emulator.explain(number)),
}

describe('no property is undefined in', () => {
  test.each(Object.entries(reads))('%s', (name, read) => {
    const names = sessions.flatMap((session) =>
      undefinedIn(read(session.emulator, session), name).map((path) => path.replace(/^.*\./, '')),
    )
    expect([...new Set(names)].toSorted()).toEqual(alwaysThere[name] ?? [])
  })
})
