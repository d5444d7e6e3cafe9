/** Control-plane route that calls a method of the emulator by its name. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { type JsonMethod, jsonMethods } from '../emulator/json-methods.ts'
import { EmulatorError, unknownNameError } from '../errors/errors.ts'
import { quoteValue } from '../errors/argument-checks.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { CatalogExamples } from '../model/catalog.ts'
import { parseBody, type ControlRoutes } from './route.ts'

export function methodRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Takes `{"arguments":["users",{"first_name":"Mia"}]}` and returns `{"result":[…]}`. */
    'POST methods/:id': async (body, name) => {
      if (!(jsonMethods as readonly string[]).includes(name))
        throw unknownNameError('method', name, jsonMethods)
      const { arguments: args = [] } = parseBody(body, ['arguments'])
      if (!Array.isArray(args)) throw badArguments(name, args, contextOf(emulator).catalog.examples)
      const method = emulator[name as JsonMethod] as (...args: unknown[]) => unknown
      return { result: await method(...args) }
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
