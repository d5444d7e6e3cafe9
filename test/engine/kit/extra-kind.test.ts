/** A new kind of journal entry is one file: every reader of the journal looks the kind up. */
import { courseAdministration } from '../../../src/service/course-administration.ts'
import { expect, test } from 'vitest'
import { BehaviourLog } from '../../../src/engine/define/behaviour-log.ts'
import { allBehaviours } from '../../../src/engine/define/behaviour.ts'
import { createKindTable } from '../../../src/engine/journal/kind-table.ts'
import { entryKinds } from '../../../src/engine/journal/kind-list.ts'
import { createContext } from '../../../src/engine/emulator/context-builder.ts'
import { createInitialState } from '../../../src/engine/emulator/initial-state.ts'
import { settingsFrom } from '../../../src/engine/emulator/options.ts'
import { JournalReportMethodGroup } from '../../../src/engine/emulator/reports/journal-reports.ts'
import { generateWorld } from '../../../src/engine/emulator/worlds/seeded-world.ts'
import { worlds } from '../../../src/service/demo/worlds.ts'
import { auditKind } from './extra-kind/audit.ts'

/** An emulator whose journal contains a closed audit and an open one that it caused. */
function auditedEmulator() {
  const settings = {
    ...settingsFrom({}, courseAdministration()),
    entryKinds: createKindTable([...entryKinds, auditKind]),
  }
  const context = createContext(settings, createInitialState(generateWorld(worlds.empty, settings)))
  const { journal } = context
  const behaviours = new BehaviourLog(allBehaviours().filter(({ id }) => id === 'auth.bearer'))
  const details = { table: 'users', finding: 'no name', evidence: { id: 7 }, behaviours }
  const first = journal.add(auditKind, details)
  journal.withCause(first, () => journal.add(auditKind, { table: 'courses', finding: 'old' }))
  journal.close(first, { status: 'closed' })
  return { context, reports: new JournalReportMethodGroup(context) }
}

test('its entries are views without hidden details, with the ids of behaviours', () => {
  const { reports } = auditedEmulator()
  expect(reports.journal()).toEqual([
    {
      number: 1,
      at: '2026-01-05T09:00:00.000Z',
      kind: 'audit',
      table: 'users',
      finding: 'no name',
      status: 'closed',
      behaviours: ['auth.bearer'],
    },
    {
      number: 2,
      at: '2026-01-05T09:00:00.000Z',
      kind: 'audit',
      cause: 1,
      table: 'courses',
      finding: 'old',
    },
  ])
})

test('filters find its entries by kind and by subject', () => {
  const { reports } = auditedEmulator()
  const numbers = (filter: object) => reports.journal(filter).map(({ number }) => number)
  expect(numbers({ kind: 'audit' })).toEqual([1, 2])
  expect(numbers({ resource: 'users' })).toEqual([1, 2])
  expect(numbers({ resource: 'courses' })).toEqual([2])
  expect(() => numbers({ kind: 'audti' })).toThrow('Did you mean "audit"?')
})

test('the transcript and the story contain its sentences', () => {
  const { reports } = auditedEmulator()
  expect(reports.transcript().split('\n').slice(1)).toEqual([
    '1  09:00:00  audit           users: no name',
    '2              audit         courses: old',
  ])
  const [first, second] = reports.story().entries
  expect([first?.why, second?.why]).toEqual(['users: no name', 'courses: old'])
  expect(first).toMatchObject({ track: 'faults', severity: 'ok', title: 'audit users: no name' })
  expect(second).toMatchObject({ severity: 'refused', title: 'audit courses: old', cause: 1 })
})
