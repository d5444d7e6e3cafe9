/** Reads the instance key of an emulator. */
import { contextOf } from './emulator.ts'
import type { Emulator } from './emulator-api.ts'

/** The key of an emulator among the instances at one address. Empty for an emulator without a key. */
export const instanceKeyOf = (emulator: Emulator): string =>
  contextOf(emulator).settings.instanceKey
