/** Type tests for matchers of Jest and for parameters of stories. */
import { expect as jestExpect } from '@jest/globals'
import { createEmulator } from 'course-admin-emulator'
import type {} from 'course-admin-emulator/jest'
import type { EmulatorParameters, StoryParameters } from 'course-admin-emulator/storybook'
import { expectTypeOf } from 'vitest'

const emulator = createEmulator()

// The `expect` of `@jest/globals` has the matchers.
expectTypeOf(jestExpect(emulator).toHaveReceived('create_user')).toEqualTypeOf<void>()
jestExpect(emulator).not.toHaveDelivered('user.merged', { attempts: 2 })
jestExpect(emulator).toHaveRow('users', { first_name: 'Mia', times: 1 })
jestExpect(emulator).toHaveNoUnhandledCalls()
// @ts-expect-error there is no such operation
jestExpect(emulator).toHaveReceived('create_users')
// @ts-expect-error there is no such event
jestExpect(emulator).toHaveDelivered('user.merge')
expectTypeOf(jestExpect(Promise.resolve(emulator)).resolves.toHaveNoUnhandledCalls()).toEqualTypeOf<
  Promise<void>
>()

// Parameters of stories are checked, and a story can have its own base URL.
export const story = {
  parameters: {
    layout: 'centered',
    emulator: { baseUrl: 'https://app.test/api/v1', world: 'empty' },
  } satisfies StoryParameters & { layout: string },
}
expectTypeOf<EmulatorParameters['baseUrl']>().toEqualTypeOf<string | undefined>()
export const faulty: StoryParameters = {
  // @ts-expect-error there is no such world
  emulator: { world: 'emty' },
}
export const unnamed: StoryParameters = {
  // @ts-expect-error the loader sets the instance key
  emulator: { instanceKey: 'story' },
}
