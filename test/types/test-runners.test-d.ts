/** Type tests for matchers of Jest and for parameters of stories. */
import type { expect } from '@jest/globals'
import type { Emulator } from 'course-admin-emulator'
import type { EmulatorMatchers } from 'course-admin-emulator/jest'
import type { EmulatorParameters, StoryParameters } from 'course-admin-emulator/storybook'
import { expectTypeOf } from 'vitest'

declare const matchers: ReturnType<typeof expect<Emulator>>
expectTypeOf(matchers).toExtend<EmulatorMatchers>()

// The `expect` of `@jest/globals` has the matchers.
expectTypeOf(matchers.toHaveReceived('create_user')).toEqualTypeOf<void>()
matchers.not.toHaveDelivered('user.merged', { attempts: 2 })
matchers.toHaveRow('users', { first_name: 'Mia', times: 1 })
matchers.toHaveNoUnhandledCalls()
// @ts-expect-error there is no such operation
matchers.toHaveReceived('create_users')
// @ts-expect-error there is no such event
matchers.toHaveDelivered('user.merge')
expectTypeOf(matchers.resolves.toHaveNoUnhandledCalls()).toEqualTypeOf<Promise<void>>()

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
