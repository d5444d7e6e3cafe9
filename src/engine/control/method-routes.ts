/** Control-plane route that calls a method of the emulator by its name. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { quoteValue } from '../errors/argument-checks.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { CatalogExamples } from '../model/catalog.ts'
import { parseBody, type ControlRoutes } from './route.ts'

/** The methods and properties whose arguments and results are JSON. Other methods have routes of their own. */
const methodNames = [
  'advanceToNext',
  'assumptionReport',
  'delivered',
  'endFaults',
  'explain',
  'faults',
  'flags',
  'importRecords',
  'internalErrors',
  'load',
  'mintToken',
  'now',
  'openapi',
  'outbox',
  'pending',
  'received',
  'row',
  'rows',
  'save',
  'setScopes',
  'settle',
  'unhandled',
  'usage',
  'webhook',
] as const satisfies readonly (keyof Emulator)[]

export function methodRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Takes `{"arguments":["users",{"first_name":"Mia"}]}` and returns `{"result":[…]}`. */
    'POST methods/:id': async (body, name) => {
      if (!(methodNames as readonly string[]).includes(name))
        throw unknownNameError('method', name, methodNames)
      const { arguments: args = [] } = parseBody(body, ['arguments'])
      if (!Array.isArray(args)) throw badArguments(name, args, contextOf(emulator).catalog.examples)
      const member = Reflect.get(emulator, name) as unknown
      const result: unknown =
        typeof member === 'function' ? await Reflect.apply(member, emulator, args) : member
      return { result }
    },
  }
}

const badArguments = (
  name: string,
  args: unknown,
  { resource, values }: CatalogExamples,
): EmulatorError =>
  new EmulatorError('bad_body', {
    action: `call the method "${name}"`,
    reason: `"arguments" is ${quoteValue(args)}`,
    advice: `Send ${JSON.stringify({ arguments: [resource, values] })}.`,
  })
