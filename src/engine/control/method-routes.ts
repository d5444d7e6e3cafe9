/** Control-plane route that calls a method of the emulator by its name. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { type JsonMethod, jsonMethods } from '../emulator/json-methods.ts'
import { unknownNameError } from '../errors/errors.ts'
import { option } from '../errors/options.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { CatalogExamples } from '../model/catalog.ts'
import { type ControlRoutes, type ExpectedBody, jsonObject, readBody } from './route.ts'

export function methodRoutes(emulator: Emulator): ControlRoutes {
  return {
    /**
     * Calls a method of the emulator, such as `rows`, `received` or `settle`, and returns its result.
     *
     * @body {"arguments":["users",{"first_name":"Mia"}]}
     */
    'POST methods/:id': async ({ body, id: name }) => {
      if (!(jsonMethods as readonly string[]).includes(name))
        throw unknownNameError('method', name, jsonMethods)
      const { examples } = contextOf(emulator).catalog
      const { arguments: args } = readBody(methodBody(examples), body, {
        action: `call the method "${name}"`,
      })
      const method = emulator[name as JsonMethod] as (...args: unknown[]) => unknown
      return { result: await method(...args) }
    },
  }
}

/** A list in place of the object is a common guess. */
export const argumentsBody: ExpectedBody = {
  ...jsonObject,
  noun: `${jsonObject.noun}: the arguments are a list in it, such as {"arguments":[…]}`,
}

const methodBody = ({ resource, values }: CatalogExamples) => ({
  arguments: option<readonly unknown[]>(
    {
      isValid: Array.isArray,
      expected: `a list: ${JSON.stringify({ arguments: [resource, values] })}`,
    },
    [],
  ),
})
