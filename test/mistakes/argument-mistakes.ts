/** Common mistakes with the arguments of faults and scenarios, each with the call and the message. */
import { checkIntegration } from 'course-admin-emulator/check'
import { explore } from 'course-admin-emulator/explore'
import { runScenario, scenario, type ScenarioContext } from 'course-admin-emulator/scenarios'
import { any, call, type Mistake } from './mistake.ts'

const story = scenario('story', async ({ resync }) => resync())
const app = { fetch: () => 204 }

/** A scenario without `given` whose script reads it. */
const withoutGiven = any(
  call(scenario, 'story', async ({ step, given: { user } }: ScenarioContext<{ user: number }>) =>
    step(`User ${user} is deleted`),
  ),
)

/** An app of a framework for `node:http`. */
const nodeApp = Object.assign(() => undefined, { listen() {} })

export const argumentMistakes: readonly Mistake[] = [
  [
    'the end of all faults',
    (emulator) => call(Reflect.get(emulator, 'clearFaults')),
    'Could not find `emulator.clearFaults`: an emulator has no "clearFaults". End each of them: `fault` and `outage` return it, with `end()`. `reset()` ends all.',
  ],
  [
    'an event in place of an operation',
    (emulator) => emulator.received(any('user.deleted')),
    'Could not find the operation "user.deleted": "user.deleted" is an event, and no operation. Deliveries have events: use `toHaveDelivered`, `delivered`, or `event` of a fault.',
  ],
  [
    'an operation in place of an event',
    (emulator) => emulator.fault({ event: any('get_users'), with: { status: 503 } }),
    'Could not set the fault: "get_users" is an operation, and no event. Calls have operations: use `toHaveReceived`, `received`, or `operation` of a fault.',
  ],
  [
    'a change of a fault with the input beside the act',
    (emulator) =>
      emulator.fault({
        operation: 'get_users',
        with: { change: any({ act: 'deleteUser', user: emulator.given('users') }) },
      }),
    'Could not set the fault: "user" is an input of the act. Put it under "input": { act: …, input: { user: … } }.',
  ],
  [
    'a scenario with an emulator as its options',
    (emulator) => runScenario(story, app, any(emulator)),
    'Could not run the scenario: the options are an emulator. Give it as an option: { emulator }.',
  ],
  [
    'an exploration with an emulator as its options',
    (emulator) => explore(story, () => app, any(emulator)),
    'Could not explore: the options are an emulator. Leave it out: each schedule has an emulator of its own.',
  ],
  [
    'a scenario that reads what it was not given',
    () => runScenario(withoutGiven, app),
    'Could not run the scenario "story": its script reads `given`, which is undefined. Return the records from the details: scenario(name, { given: (emulator) => ({ … }) }, script).',
  ],
  [
    'a scenario of an app for node:http',
    () => runScenario(story, any(nodeApp)),
    'Could not run the scenario: the integration is an app or a handler of `node:http`. Give a function of a `Request`',
  ],
  [
    'a card of an app for node:http',
    () => checkIntegration(any(nodeApp)),
    'Could not check the integration: the integration is an app or a handler of `node:http`.',
  ],
]
