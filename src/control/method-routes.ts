/** Control-plane route that calls a method of the emulator by its name. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError, unknownNameError } from '../machine/errors.ts'
import { quoteValue } from '../machine/argument-checks.ts'
import { parseBody, type ControlRoutes } from './route.ts'

/** The methods and properties whose arguments and results are JSON. Other methods have routes of their own. */
export const methodNames = [
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
      if (!Array.isArray(args)) throw badArguments(name, args)
      const member = Reflect.get(emulator, name) as unknown
      const result: unknown =
        typeof member === 'function' ? await Reflect.apply(member, emulator, args) : member
      return { result }
    },
  }
}

const badArguments = (name: string, args: unknown): EmulatorError =>
  new EmulatorError('bad_body', {
    action: `call the method "${name}"`,
    reason: `"arguments" is ${quoteValue(args)}`,
    advice: 'Send {"arguments":["users",{"first_name":"Mia"}]}.',
  })
