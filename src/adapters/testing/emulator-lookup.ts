/** Looks up the context of the emulator that a test passes to an assertion. */
import { contextOf } from '../../engine/emulator/emulator.ts'
import { contextOfReceiver } from '../../engine/emulator/methods/receivers.ts'
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { isObject, quoteValue } from '../../engine/errors/argument-checks.ts'
import { EmulatorError } from '../../engine/errors/errors.ts'

/** Whether a value has the members of an emulator: each copy of the package knows only its own. */
const isOfOtherCopy = (value: unknown): boolean =>
  isObject(value) && ['given', 'baseUrl', 'transcript'].every((name) => name in value)

/** @throws EmulatorError if the value is not an emulator of this process */
export function requireContext(emulator: Emulator): EmulatorContext {
  const context = isObject(emulator) ? contextOf(emulator) : undefined
  if (context) return context
  const isReceiver = isObject(emulator) && contextOfReceiver(emulator) !== undefined
  throw new EmulatorError('not_an_emulator', {
    action: 'check the emulator',
    ...(isReceiver
      ? {
          reason: 'the argument is a receiver',
          advice:
            'A receiver has `toHaveDelivered` and `assertDelivered`, for events. For calls, pass the emulator.',
        }
      : isOfOtherCopy(emulator)
        ? {
            reason: 'another copy of the package made the emulator',
            advice:
              'Import the package once. After `jest.resetModules`, import its matchers again too, and extend `expect`.',
          }
        : {
            reason: `${quoteValue(emulator)} is not an emulator of this process`,
            advice: 'Pass the `emulator` of the test, or an emulator from `createEmulator`.',
          }),
  })
}
