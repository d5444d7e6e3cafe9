/** Errors of the options of an emulator. */
import { EmulatorError } from '../errors/errors.ts'

/** What fails when an option is invalid. */
export const createAction = 'create an emulator'

/** Options of an emulator, for advice. */
export const optionsExample = '{ world: "small-school" }'

/** Where to give what is no option, by the name that a test gives it. */
const otherPlaces: Readonly<Record<string, string>> = {
  now: 'Use the option `start`.',
  port: 'Give it to `startServer`.',
  host: 'Give it to `startServer`.',
  apiKey: 'Use the option `token`.',
  language: 'Use the option `locale`.',
  onUnhandledRequest: 'Give it to `testWith`, or to `listen` of `setupEmulator`.',
  delay: 'Use the option `latency`.',
  webhooks: 'Call `emulator.receiver({ url })` for each of them.',
  scopes: 'Call `emulator.mintToken({ scopes })`.',
  faults: 'Call `emulator.fault` for each of them.',
}

/** Returns the reason and the advice for a name that is no option of an emulator. */
export const otherPlaceOf = (
  name: string,
): { readonly reason: string; readonly advice: string } | undefined =>
  Object.hasOwn(otherPlaces, name)
    ? { reason: `there is no option "${name}"`, advice: otherPlaces[name] as string }
    : undefined

export const badOption = (reason: string, advice: string): EmulatorError =>
  new EmulatorError('bad_option', { action: createAction, reason, advice })
