/** Creates emulators from options. */
import type { CellValues } from '../store/cells.ts'
import { type Flags, applyFlags } from '../model/settings.ts'
import type { EmulatorContext, Settings } from './context.ts'
import type { Emulator } from './emulator-api.ts'
import { startEmulator } from './emulator-instance.ts'
import { explainFailedConnections } from './failed-connections.ts'
import { createInitialState } from './initial-state.ts'
import { contextKey, type WithContext } from './method-group.ts'
import { activeAlternativesOf, type EmulatorOptions, settingsFrom } from './options.ts'
import { noteStart } from './reports/started-emulators.ts'
import type { ServiceDefinition } from './service-definition.ts'
import { prepareNow } from './worlds/prepared-emulator.ts'
import { seededCells } from './worlds/seeded-world.ts'
import { initialStateFrom } from './worlds/world-file.ts'
import { worldFrom } from './worlds/world-option.ts'
import { scaleFrom } from './worlds/world-size.ts'
import { defined } from '../errors/defined.ts'

/** Creates an emulator of a service. @throws EmulatorError when an option is invalid */
export function createEmulatorOf(service: ServiceDefinition, options: EmulatorOptions): Emulator {
  const settings = settingsFrom(options, service)
  const { prepare } = options
  const emulator = startFrom(settings, options)
  return prepare === undefined ? emulator : prepareNow(emulator, prepare)
}

function startFrom(settings: Settings, options: EmulatorOptions): Emulator {
  const { flags, load } = options
  const alternatives = activeAlternativesOf(options, settings)
  const initialState =
    load === undefined
      ? createInitialState(newWorldCells(options, settings))
      : initialStateFrom(load, settings)
  const cells = {
    ...initialState.cells,
    ...(flags !== undefined && {
      flags: applyFlags(
        flags,
        (initialState.cells['flags'] as Flags | undefined) ?? settings.flagsOn,
      ),
    }),
    ...defined({ assumptions: alternatives }),
  }
  explainFailedConnections(settings.baseUrl)
  const emulator = startEmulator(settings, { ...initialState, cells })
  noteStart(contextOf(emulator), options)
  return emulator
}

function newWorldCells(options: EmulatorOptions, settings: Settings): CellValues {
  const world = worldFrom(options.world, settings)
  const { onProgress } = options
  const scale = scaleFrom(world, options.scale, settings)
  return seededCells(world, settings, { scale, onProgress })
}

/** The components of an emulator, for the control plane, the inspector and adapters. */
export const contextOf = (emulator: Emulator): EmulatorContext =>
  (emulator as Emulator & WithContext)[contextKey]
