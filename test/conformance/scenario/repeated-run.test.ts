/** Scenarios run one after the other on one emulator, in any world, like in the inspector. */
import { createEmulator } from 'course-admin-emulator'
import { runScenario, scenarios } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'

test.each(['empty', 'training-company'] as const)('every scenario, twice, in %s', async (world) => {
  const emulator = createEmulator({ world })
  const received: string[] = []
  const answer = async (request: Request): Promise<number> => {
    received.push(((await request.json()) as { event: string }).event)
    return 204
  }
  for (const scenario of [...scenarios, ...scenarios]) {
    const before = received.length
    const { transcript } = await runScenario(scenario, { fetch: answer }, { emulator })
    expect(transcript).toContain(`${scenario.name}: ${scenario.summary}`)
    if (scenario.name !== 'lms-first-sync') expect(received.length).toBeGreaterThan(before)
  }
  expect(emulator.rows('webhooks', { url: 'https://integration.test/hooks' })).toHaveLength(1)
})
