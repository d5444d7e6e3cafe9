/**
 * What is looked up anew whenever somebody asks an emulator for it.
 *
 * These stand on a prototype: a getter of its own would give each emulator a hidden class of its own, and
 * the engine keeps such a class, with all that the emulator holds, until its next full collection.
 */
import type { Assembly } from './context.ts'
import type { Emulator } from './emulator-api.ts'
import { faultsOf } from './methods/faults.ts'
import { outboxOf } from './reports/outbox.ts'
import { actsOf } from './methods/tokens.ts'
import { viewEntry } from './reports/views.ts'

/** Under this key an emulator carries its parts; nobody outside can name it. */
export const parts = Symbol('parts')

type HandlersFor = (baseUrl: string, serve: Assembly['serve']) => Emulator['handlers']

export class Lookups {
  readonly [parts]: Assembly
  readonly baseUrl: string
  #act: Emulator['act'] | undefined
  #handlers: Emulator['handlers'] | undefined
  readonly #handlersFor: HandlersFor

  constructor(assembly: Assembly, baseUrl: string, handlersFor: HandlersFor) {
    this[parts] = assembly
    this.baseUrl = baseUrl
    this.#handlersFor = handlersFor
  }

  get worldSeed(): Emulator['worldSeed'] {
    return this[parts].random.seed()
  }
  get handlers(): Emulator['handlers'] {
    return (this.#handlers ??= this.#handlersFor(this.baseUrl, this[parts].serve))
  }
  get act(): Emulator['act'] {
    return (this.#act ??= actsOf(this[parts]) as unknown as Emulator['act'])
  }
  get flags(): Emulator['flags'] {
    return this[parts].flagsCell.value
  }
  get faults(): Emulator['faults'] {
    return faultsOf(this[parts])
  }
  get outbox(): Emulator['outbox'] {
    return outboxOf(this[parts])
  }
  get journal(): Emulator['journal'] {
    return this[parts].journal.entries().map(viewEntry)
  }
}
