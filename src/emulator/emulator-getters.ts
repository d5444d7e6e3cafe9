/**
 * What is looked up anew whenever somebody asks an emulator for it.
 *
 * These stand on a prototype: a getter of its own would give each emulator a hidden class of its own, and
 * the engine keeps such a class, with all that the emulator holds, until its next full collection.
 */
import type { EmulatorContext } from './context.ts'
import type { Emulator } from './emulator-api.ts'
import { listFaults } from './methods/faults.ts'
import { listSentMails } from './reports/outbox.ts'
import { actMethodsOf } from './methods/tokens.ts'
import { viewEntries } from './reports/views.ts'

/** Under this key an emulator carries its parts; nobody outside can name it. */
export const contextKey = Symbol('parts')

type HandlersFor = (baseUrl: string, serve: EmulatorContext['serve']) => Emulator['handlers']

export class EmulatorGetters {
  readonly [contextKey]: EmulatorContext
  readonly baseUrl: string
  #act: Emulator['act'] | undefined
  #handlers: Emulator['handlers'] | undefined
  readonly #handlersFor: HandlersFor

  constructor(context: EmulatorContext, baseUrl: string, handlersFor: HandlersFor) {
    this[contextKey] = context
    this.baseUrl = baseUrl
    this.#handlersFor = handlersFor
  }

  get seed(): Emulator['seed'] {
    return this[contextKey].random.seed()
  }
  get handlers(): Emulator['handlers'] {
    return (this.#handlers ??= this.#handlersFor(this.baseUrl, this[contextKey].serve))
  }
  get act(): Emulator['act'] {
    return (this.#act ??= actMethodsOf(this[contextKey]) as unknown as Emulator['act'])
  }
  get flags(): Emulator['flags'] {
    return this[contextKey].flagsCell.value
  }
  get faults(): Emulator['faults'] {
    return listFaults(this[contextKey])
  }
  get outbox(): Emulator['outbox'] {
    return listSentMails(this[contextKey])
  }
  get journal(): Emulator['journal'] {
    return viewEntries(this[contextKey])
  }
}
