/** What a test reports to the reporter: its behaviours, the alternatives of each, and what it cost. */
import { createEmulator } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { readTaskMeta, writeTaskMeta } from '../../src/adapters/testing/task-meta.ts'
import { collectUsages } from '../../src/engine/emulator/reports/usage.ts'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { alternativesOf, allBehaviours, rangeOf } from '../../src/engine/define/behaviour.ts'

test.each([false, true])('with usage: %s', async (withUsage) => {
  const emulator = createEmulator({ world: 'small-school', rateLimit: { requestsPerWindowMax: 2 } })
  collectUsages(contextOf(emulator))
  const { headers } = emulator
  for (const path of ['/users/4711', '/users?per_page=0', '/users?cursor=x'])
    await emulator.fetch(path, { headers })
  emulator.reset()
  await emulator.fetch('/users?per_page=2', { headers })
  const meta: object = {}
  writeTaskMeta(emulator, meta, withUsage)
  const report = readTaskMeta(meta)
  const { documented, reference, assumed } = emulator.assumptionReport()
  expect(report).toMatchObject({ documented, reference })
  expect(Object.keys(report?.assumed ?? {}).toSorted()).toEqual([...assumed].toSorted())
  for (const [id, { summary, alternatives }] of Object.entries(report?.assumed ?? {})) {
    const behaviour = allBehaviours().find((each) => each.id === id)
    const range = behaviour && rangeOf(behaviour)
    const ends = range ? [range.min, range.max].filter((each) => each !== range.default) : []
    expect([id, summary]).toEqual([id, behaviour?.summary])
    expect(Object.keys(alternatives)).toEqual(
      range ? ends.map(String) : Object.keys(behaviour ? alternativesOf(behaviour) : {}),
    )
    for (const text of Object.values(alternatives)) expect(text).toMatch(/\w+ \w+/)
  }
  expect(report?.usages?.map(({ calls }) => calls)).toEqual(withUsage ? [3, 1] : undefined)
})

test('another task has no report', () => {
  expect(readTaskMeta({})).toBeUndefined()
})
