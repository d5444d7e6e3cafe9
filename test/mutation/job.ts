/** The test file that Vitest starts for a job. The runner does the work before it runs this test. */
import { expect, test } from 'vitest'

test('the job is done', () => {
  expect(globalThis).toHaveProperty('__stryker__')
})
