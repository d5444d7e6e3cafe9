/** Each incorrect integration fails its own check. */
import { expect, test } from 'vitest'
import { checkIntegration } from '../../../src/check.ts'
import { checks } from '../../../src/conformance/check/checks.ts'
import { checkConnect } from './check-connect.ts'
import { defects } from './defects.ts'

test('each check has an incorrect integration', () => {
  expect(Object.keys(defects)).toEqual(checks.map(({ id }) => id))
})

test.each(Object.entries(defects))('%s finds %o', async (id, create) => {
  const card = await checkIntegration(checkConnect(create), { only: [id] })
  expect(card.checks.map(({ verdict }) => verdict)).toEqual(['failed'])
  expect(card.text).toContain(`✗ ${id}`)
})
