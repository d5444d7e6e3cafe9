/** Creates emulators from options. */
import type { CellValues } from '../machine/cells.ts'
import { type Flags, applyFlags } from '../model/settings.ts'
import type { EmulatorContext, Settings } from './context.ts'
import type { Emulator } from './emulator-api.ts'
import { startEmulator } from './emulator-instance.ts'
import { createInitialState } from './initial-state.ts'
import { contextKey, type WithContext } from './method-group.ts'
import { activeAlternativesOf, type EmulatorOptions, settingsFrom } from './options.ts'
import { prepareNow } from './worlds/prepared-emulator.ts'
import { seededCells } from './worlds/seeded-world.ts'
import { initialStateFrom } from './worlds/world-file.ts'
import { worldFrom } from './worlds/world-option.ts'
import { scaleFrom } from './worlds/world-size.ts'

/**
 * Creates an emulator of the service in this process, with demo data.
 *
 * @throws EmulatorError when an option is invalid; the message has the nearest valid name
 * @example
 * const emulator = createEmulator({ world: 'small-school' })
 * const response = await emulator.fetch('/courses', { headers: emulator.headers })
 */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  const settings = settingsFrom(options)
  const { prepare } = options
  const emulator = startFrom(settings, options)
  return prepare === undefined ? emulator : prepareNow(emulator, prepare)
}

function startFrom(settings: Settings, options: EmulatorOptions): Emulator {
  const { flags, load } = options
  const alternatives = activeAlternativesOf(options)
  const initialState =
    load === undefined
      ? createInitialState(newWorldCells(options, settings))
      : initialStateFrom(load, settings)
  const cells = {
    ...initialState.cells,
    ...(flags !== undefined && {
      flags: applyFlags(flags, initialState.cells['flags'] as Flags | undefined),
    }),
    ...(alternatives && { assumptions: alternatives }),
  }
  return startEmulator(settings, { ...initialState, cells })
}

function newWorldCells(options: EmulatorOptions, settings: Settings): CellValues {
  const world = worldFrom(options.world)
  const { onProgress } = options
  const scale = scaleFrom(world, options.scale, settings.catalog)
  return seededCells(world, settings, { scale, onProgress })
}

/** The components of an emulator, for the control plane, the inspector and adapters. */
export const contextOf = (emulator: Emulator): EmulatorContext =>
  (emulator as Emulator & WithContext)[contextKey]
