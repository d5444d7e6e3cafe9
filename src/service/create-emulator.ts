/** Creates emulators of the course administration API. */
import { assertArgumentCount } from '../engine/errors/argument-count.ts'
import { createEmulatorOf } from '../engine/emulator/emulator.ts'
import type { Emulator } from '../engine/emulator/emulator-api.ts'
import type { EmulatorOptions } from '../engine/emulator/options.ts'
import { courseAdministration } from './course-administration.ts'
import { shippedWorldFile } from './demo/shipped-world.ts'

/**
 * Creates an emulator of the service in this process, with demo data.
 *
 * @throws EmulatorError when an option is invalid; the message has the nearest valid name
 * @example
 * const emulator = createEmulator({ world: 'small-school' })
 * const response = await emulator.fetch('/courses', { headers: emulator.headers })
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  assertArgumentCount('createEmulator', 1, arguments)
  return createEmulatorOf(courseAdministration(), options)
}

/** Loads the data of the shipped world into a page, if the options name no other world. */
export async function loadWorldOf({
  world = shippedWorldFile.world,
}: Pick<EmulatorOptions, 'world'>): Promise<void> {
  if (world === shippedWorldFile.world) await shippedWorldFile.load()
}
