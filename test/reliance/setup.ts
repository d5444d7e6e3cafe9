/**
 * Records which assumptions each test relies on. In a second run, the emulators of a test have alternatives of all
 * assumptions that it does not rely on: it must pass as before, because nothing that it does depends on them.
 */
import { relative } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import type { ActiveAlternatives } from '../../src/engine/model/settings.ts'
import { reliance } from './reliance.ts'

type BuilderModule = typeof import('../../src/engine/emulator/context-builder.ts')
type OpenApiModule = typeof import('../../src/engine/emulator/reports/seeded-openapi.ts')
type SettingsModule = typeof import('../../src/engine/model/settings.ts')

vi.mock(
  '../../src/engine/emulator/context-builder.ts',
  async (original): Promise<BuilderModule> => {
    const { createContext } = await original<BuilderModule>()
    return {
      createContext(settings, { cells, ...rest }) {
        const assumptions = cells['assumptions'] as ActiveAlternatives | undefined
        const switched = reliance.withSwitched(assumptions ?? new Map<string, string>())
        const context = createContext(settings, {
          ...rest,
          cells: assumptions || switched.size > 0 ? { ...cells, assumptions: switched } : cells,
        })
        reliance.addContext(context)
        return context
      },
    }
  },
)

vi.mock(
  '../../src/engine/emulator/reports/seeded-openapi.ts',
  async (original): Promise<OpenApiModule> => {
    const { openApiFor } = await original<OpenApiModule>()
    // Note: the document is that of an emulator of its own, which has no alternatives.
    return { openApiFor: (...args) => reliance.withoutSwitch(() => openApiFor(...args)) }
  },
)

vi.mock('../../src/engine/model/settings.ts', async (original): Promise<SettingsModule> => {
  const module = await original<SettingsModule>()
  const { encode, decode } = module.alternativesCodec
  return {
    ...module,
    alternativesCodec: {
      encode: (alternatives) => encode(reliance.withoutSwitched(alternatives)),
      decode: (json) => reliance.withSwitched(decode(json)),
    },
  }
})

// Note: the modules of a test file create emulators before its hooks run.
reliance.startFile(relative(process.cwd(), expect.getState().testPath ?? ''))

afterAll(() => reliance.endFile())

const scopes = new WeakMap<object, ReturnType<typeof reliance.startTest>>()

beforeEach(({ task }) => {
  scopes.set(task, reliance.startTest(task.fullTestName ?? task.name))
})

afterEach(({ task }) => {
  const scope = scopes.get(task)
  if (scope) reliance.endTest(scope, task.result?.state === 'fail')
})
