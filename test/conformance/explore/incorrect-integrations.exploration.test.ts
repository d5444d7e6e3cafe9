/** An exploration finds each incorrect integration, and shrinks its failure to the shortest schedule. */
import { expect, test } from 'vitest'
import { incorrectIntegrations } from './incorrect-integrations.ts'
import { testIncorrectIntegrations } from './incorrect-integrations.suite.ts'

testIncorrectIntegrations(incorrectIntegrations.filter(({ kind }) => kind !== 'requests'))

test('at least 25 incorrect integrations have one defect each', () => {
  const names = incorrectIntegrations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(25)
  expect(incorrectIntegrations.filter(({ minimum }) => minimum === 0).length).toBeLessThanOrEqual(5)
})
