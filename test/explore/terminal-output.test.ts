/** The guide shows the output of `toConverge` as a failing test prints it. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'course-admin-emulator/vitest'
import { explore } from '../../src/explore.ts'
import {
  connectFor,
  type IncorrectIntegration,
  incorrectIntegrations,
} from './incorrect-integrations.ts'

const guide = new URL('../../docs/guides/exploration.md', import.meta.url)

test('the guide shows the output of toConverge for an incorrect integration', async () => {
  const row = incorrectIntegrations.find(
    ({ name }) => name === 'replacesWaitingEvents',
  ) as IncorrectIntegration
  const options = { deviations: [row.kind], depth: 1 }
  const exploration = await explore(row.scenario, connectFor(row.create, row), options)
  const [, shown] = /```text\n([\s\S]*?)\n```/.exec(readFileSync(guide, 'utf8')) ?? []
  let output = ''
  try {
    expect(exploration).toConverge()
  } catch (error) {
    output = (error as Error).message
  }
  expect(output).toContain('The shortest failing history')
  expect(shown).toBe(output.trimEnd())
})
