/** The control plane's route for what a test wants to be given. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError } from '../machine/errors.ts'
import { isObject } from '../machine/argument-checks.ts'
import { parseBody, type ControlBody, type ControlRoutes } from './route.ts'

/** The same as `given`, whose names are checked when it is called. */
type AnyGiven = (resource: string, count: number, values: object) => Record<string, unknown>[]

export function givenRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** `{"resource":"users","count":2,"values":{}}`: always a list, of one unless said. */
    'POST given': (body) => {
      const { resource, count, values } = givenRequestFrom(body)
      return (emulator.given as unknown as AnyGiven)(resource, count, values)
    },
  }
}

function givenRequestFrom(body: ControlBody) {
  const { resource, count = 1, values = {} } = parseBody(body, ['resource', 'count', 'values'])
  if (typeof resource === 'string' && typeof count === 'number' && isObject(values)) {
    return { resource, count, values }
  }
  throw new EmulatorError('bad_body', {
    action: 'give records',
    reason: 'the body does not say of which resource, how many and with which values',
    advice: 'Send {"resource":"users","count":2,"values":{"first_name":"Mia"}}.',
  })
}
