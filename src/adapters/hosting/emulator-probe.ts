/** Finds out whether an emulator answers at an address. */
import { realTimeoutSignal } from '../../engine/clock/real-time-wakeup.ts'
import { controlPrefix } from '../../engine/control/control-prefix.ts'
import { isObject } from '../../engine/errors/argument-checks.ts'

export async function isEmulatorAt(url: string): Promise<boolean> {
  try {
    const health = new URL(`${controlPrefix}/health`, url)
    const response = await fetch(health, { signal: realTimeoutSignal(1_000) })
    const found: unknown = await response.json()
    return isObject(found) && found['status'] === 'ok' && 'now' in found
  } catch {
    return false
  }
}
