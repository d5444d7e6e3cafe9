/** The arguments of `scenario` and of `step`: a wrong one is refused, because it would have no effect. */
import { runScenario, scenario } from 'course-admin-emulator/scenarios'
import { expect, test } from 'vitest'

test.each([
  [[() => undefined], 'its summary is a function. Give a text and the work: step('],
  [[''], 'its summary is ""'],
  [['Mia is deleted', 'work'], 'its work is "work"'],
])('step(%j) is refused', async (given, reason) => {
  const wrong = scenario('wrong', async ({ step }) => {
    await step(...(given as unknown as Parameters<typeof step>))
  })
  const run = runScenario(wrong, { fetch: () => undefined })
  await expect(run).rejects.toThrow(`Could not record a step: ${reason}`)
})

test.each([
  [{ baseUrl: 'http://other.test/v1' }, 'there is no key "baseUrl"'],
  [{ gven: () => 1 }, 'there is no key "gven". Did you mean "given"?'],
  [{ sumary: 'x' }, 'there is no key "sumary". Did you mean "summary"?'],
  [{ given: { mia: 1 } }, '"given" is {"mia":1}. Give a function.'],
  [{ summary: 3 }, '"summary" is 3. Give a sentence that describes the scenario.'],
  [null, 'the options are null. Give an object.'],
  ['summary', 'the options are "summary"'],
])('scenario("wrong", %j, script) is refused', (details, reason) => {
  const define = () => scenario('wrong', details as never, async () => undefined)
  expect(define).toThrow(`Could not define the scenario "wrong": ${reason}`)
})
