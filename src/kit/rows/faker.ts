/**
 * A faker that draws from a stream of ours, so that a value depends on its path alone.
 *
 * It is loaded when the first value is made: most tests never need it, and it takes a while.
 */
import type { Faker, Randomizer } from '@faker-js/faker'
import { EmulatorError } from '../../machine/errors.ts'
import type { RandomStream } from '../../machine/random.ts'

/** A ready-made instance; the class and the words are reached through it. */
type LoadedFaker = Faker

let currentStream: RandomStream | undefined
let streamFaker: Faker | undefined
let loadedFaker: LoadedFaker | undefined

const randomizer: Randomizer = {
  next: () => (currentStream as RandomStream).next(),
  seed: () => undefined,
}

/** Hands over a faker that was loaded with the page, where nothing can be loaded on demand. */
export function provideFaker(loaded: LoadedFaker): void {
  loadedFaker = loaded
}

/** The faker, drawing from this stream until it is asked for with another one. */
export function fakerFor(stream: RandomStream): Faker {
  currentStream = stream
  return (streamFaker ??= createStreamFaker(loadedFaker ?? requireFaker()))
}

// Note: the class is reached through the instance, since the root of the package loads every language.
function createStreamFaker(loaded: LoadedFaker): Faker {
  const StreamFaker = loaded.constructor as typeof Faker
  return new StreamFaker({ locale: loaded.rawDefinitions, randomizer })
}

interface NodeGlobal {
  process?: { getBuiltinModule?(name: 'node:module'): typeof import('node:module') | undefined }
}

function requireFaker(): LoadedFaker {
  const module = (globalThis as NodeGlobal).process?.getBuiltinModule?.('node:module')
  if (!module) throw new Error('no faker was provided, and none can be loaded here')
  try {
    return module.createRequire(import.meta.url)('@faker-js/faker/locale/nl').faker as LoadedFaker
  } catch (error) {
    throw fakerLoadError(error as Error)
  }
}

function fakerLoadError({ message }: Error): EmulatorError {
  return new EmulatorError('no_faker', {
    action: 'make up a value',
    reason: `@faker-js/faker cannot be loaded on demand (${message.split('\n')[0]})`,
    advice: 'Under Jest, add "course-admin-emulator/jest" to setupFilesAfterEnv.',
  })
}
