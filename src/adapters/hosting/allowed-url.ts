/** Checks the address of an integration that a request to the control plane names. */
import { targetRefusal } from '../../deliver/network/target-host.ts'
import { urlFrom } from '../../emulator/base-url.ts'
import { contextOf } from '../../emulator/emulator.ts'
import type { Emulator } from '../../emulator/emulator-api.ts'
import { quoteValue } from '../../machine/argument-checks.ts'
import { EmulatorError } from '../../machine/errors.ts'

/** Returns a URL that deliveries may reach. @throws EmulatorError for another host, and for another value */
export function allowedUrl(emulator: Emulator, name: string, value: unknown): string {
  const url = urlFrom(name, typeof value === 'string' ? value : quoteValue(value))
  const refusal = targetRefusal(url, contextOf(emulator).settings.deliverTo)
  if (refusal === undefined) return url
  throw new EmulatorError('host_not_allowed', {
    action: `use "${name}"`,
    reason: refusal,
    advice: 'Start the server with --deliver-to HOST.',
  })
}
