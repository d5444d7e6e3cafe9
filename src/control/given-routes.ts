/** The control plane's route for what a test wants to be given. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError } from '../machine/errors.ts'
import { isObject } from '../machine/argument-checks.ts'
import { insistOnKeys, type Body, type Routes } from './route.ts'

/** The same as `given`, whose names are checked when it is called. */
type AnyGiven = (resource: string, count: number, values: object) => Record<string, unknown>[]

export function givenRoutes(emulator: Emulator): Routes {
  return {
    /** `{"resource":"users","count":2,"values":{}}`: always a list, of one unless said. */
    'POST given': (body) => {
      const { resource, count, values } = askedIn(body)
      return (emulator.given as unknown as AnyGiven)(resource, count, values)
    },
  }
}

function askedIn(body: Body) {
  const { resource, count = 1, values = {} } = insistOnKeys(body, ['resource', 'count', 'values'])
  if (typeof resource === 'string' && typeof count === 'number' && isObject(values)) {
    return { resource, count, values }
  }
  throw new EmulatorError('bad_body', {
    could: 'give records',
    because: 'the body does not say of which resource, how many and with which values',
    advice: 'Send {"resource":"users","count":2,"values":{"first_name":"Mia"}}.',
  })
}
