/**
 * A faker that draws from a stream of ours, so that a value depends on its path alone.
 *
 * It is loaded when the first value is made: most tests never need it, and it takes a while.
 */
import type { Faker, Randomizer } from '@faker-js/faker'
import { EmulatorError } from '../../machine/errors.ts'
import type { Stream } from '../../machine/random.ts'

/** A ready-made instance; the class and the words are reached through it. */
type Source = Faker

let current: Stream | undefined
let shared: Faker | undefined
let source: Source | undefined

const randomizer: Randomizer = {
  next: () => (current as Stream).next(),
  seed: () => undefined,
}

/** Hands over a faker that was loaded with the page, where nothing can be loaded on demand. */
export function provideFaker(loaded: Source): void {
  source = loaded
}

/** The faker, drawing from this stream until it is asked for with another one. */
export function fakerOn(stream: Stream): Faker {
  current = stream
  return (shared ??= fakerOfStreams(source ?? loadInNode()))
}

// Note: the class is reached through the instance, since the root of the package loads every language.
function fakerOfStreams(loaded: Source): Faker {
  const FakerOfStreams = loaded.constructor as typeof Faker
  return new FakerOfStreams({ locale: loaded.rawDefinitions, randomizer })
}

interface Host {
  process?: { getBuiltinModule?(name: 'node:module'): typeof import('node:module') | undefined }
}

function loadInNode(): Source {
  const module = (globalThis as Host).process?.getBuiltinModule?.('node:module')
  if (!module) throw new Error('no faker was provided, and none can be loaded here')
  try {
    return module.createRequire(import.meta.url)('@faker-js/faker/locale/nl').faker as Source
  } catch (error) {
    throw notLoaded(error as Error)
  }
}

function notLoaded({ message }: Error): EmulatorError {
  return new EmulatorError('no_faker', {
    could: 'make up a value',
    because: `@faker-js/faker cannot be loaded on demand (${message.split('\n')[0]})`,
    advice: 'Under Jest, add "course-admin-emulator/jest" to setupFilesAfterEnv.',
  })
}
