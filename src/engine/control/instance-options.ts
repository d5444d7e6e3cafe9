/** The options of an instance on a server: the body of `POST instances`. */
import { emulatorOptions } from '../emulator/options.ts'
import { option, pickOptions } from '../errors/options.ts'

/** The options of the emulator that an instance can have. */
export const instanceEmulatorOptions = pickOptions(
  emulatorOptions,
  'world',
  'seed',
  'locale',
  'clock',
  'start',
  'flags',
  'assumptions',
)

/** The names of an instance. */
export const instanceNames = {
  /** The key of the instance on the server. Default: an unused key. */
  key: option<string>(),
  /** The name of the test, which is the cause of requests that no delivery led to. Default: none. */
  test: option<string>(),
}

export const instanceOptions = { ...instanceEmulatorOptions, ...instanceNames }
