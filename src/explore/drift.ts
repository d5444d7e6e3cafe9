/** Changes records between two pages of a list. */
import type { EmulatorContext } from '../emulator/context.ts'
import type { InterceptedRequest } from '../faults/fault-matcher.ts'

export function applyDrift(
  _context: EmulatorContext,
  _deviation: string,
  _target: Pick<InterceptedRequest, 'method' | 'path' | 'search'>,
): void {}
