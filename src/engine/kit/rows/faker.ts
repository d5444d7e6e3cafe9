/**
 * A faker that draws from a random stream, so that a value depends only on its path.
 *
 * It is loaded with the first value, because loading is slow and most tests do not need it.
 */
import type { Faker, Randomizer } from '@faker-js/faker'
import { EmulatorError } from '../../errors/errors.ts'
import type { RandomStream } from '../../store/random.ts'

/** A faker instance that gives access to the class and the locale. */
type LoadedFaker = Faker

let currentStream: RandomStream | undefined
let streamFaker: Faker | undefined
let loadedFaker: LoadedFaker | undefined

const randomizer: Randomizer = {
  next: () => (currentStream as RandomStream).next(),
  seed: () => undefined,
}

/** Sets the faker in an environment that cannot load it on demand. */
export function provideFaker(loaded: LoadedFaker): void {
  loadedFaker = loaded
}

/** Returns the faker; it draws from this stream until the next call. */
export function fakerFor(stream: RandomStream): Faker {
  currentStream = stream
  return (streamFaker ??= createStreamFaker(loadedFaker ?? requireFaker()))
}

// Note: the class is taken from the instance, because the root of the package loads every locale.
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
    action: 'generate a value',
    reason: `@faker-js/faker cannot be loaded on demand (${message.split('\n')[0]})`,
    advice: 'Under Jest, add "course-admin-emulator/jest" to setupFilesAfterEnv.',
  })
}
