/** An exploration finds each incorrect integration, and shrinks its failure to the shortest history. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printIncorrectIntegrations } from '../../../scripts/gen/incorrect-integrations-page.ts'
import { incorrectIntegrations } from './incorrect-integrations.ts'
import { testIncorrectIntegrations } from './incorrect-integrations.suite.ts'

testIncorrectIntegrations(incorrectIntegrations.filter(({ kind }) => kind !== 'requests'))

test('at least 25 incorrect integrations have one defect each', () => {
  const names = incorrectIntegrations.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(25)
  expect(incorrectIntegrations.filter(({ minimum }) => minimum === 0).length).toBeLessThanOrEqual(5)
})

test('the page of incorrect integrations is fresh', async () => {
  const page = new URL('../../../docs/incorrect-integrations.md', import.meta.url)
  expect(readFileSync(page, 'utf8')).toBe(await printIncorrectIntegrations())
})
