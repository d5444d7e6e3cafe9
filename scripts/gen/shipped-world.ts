/** Prints the rows of the default world as text. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import { settingsFrom } from '../../src/engine/emulator/options.ts'
import type { ShippedWorld } from '../../src/engine/emulator/service-definition.ts'
import { shippedText } from '../../src/engine/emulator/worlds/seeded-world.ts'

export function printShippedWorld(): string {
  const service = courseAdministration()
  const shipped = service.shippedWorld as ShippedWorld
  return shippedText(shipped, settingsFrom({ seed: shipped.seed }, service))
}
