/** Describes the emulator that the inspector shows: version, clock mode and addresses. */
import type { EmulatorContext } from '../../emulator/context.ts'
import { version } from '../../emulator/version.ts'
import type { ClockMode } from '../../clock/clock-mode.ts'

export interface EmulatorInfo {
  readonly version: string
  readonly seed: number
  readonly mode: ClockMode
  readonly basePath: string
  readonly baseUrl: string
}

export function viewEmulatorInfo({ settings }: EmulatorContext, baseUrl: string): EmulatorInfo {
  const { seed, mode, basePath } = settings
  return { version, seed, mode, basePath, baseUrl }
}
