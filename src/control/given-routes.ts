/** Control-plane route for `given`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError } from '../machine/errors.ts'
import { assertValue, isObject, wholeNumberCheck } from '../machine/argument-checks.ts'
import { parseBody, type ControlBody, type ControlRoutes } from './route.ts'

/** `given` without its compile-time types; it checks names at run time. */
type AnyGiven = (resource: string, count: number, values: object) => Record<string, unknown>[]

/** The maximum number of records of one request. More records would block the other requests. */
export const givenRecordsMax = 500

export function givenRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Takes `{"resource":"users","count":2,"values":{}}` and returns a list. `count` is 1 by default. */
    'POST given': (body) => {
      const { resource, count, values } = givenRequestFrom(body)
      return (emulator.given as Emulator['given'] & AnyGiven)(resource, count, values)
    },
  }
}

function givenRequestFrom(body: ControlBody) {
  const { resource, count = 1, values = {} } = parseBody(body, ['resource', 'count', 'values'])
  if (typeof resource === 'string' && typeof count === 'number' && isObject(values)) {
    assertValue(count, wholeNumberCheck(0, givenRecordsMax), {
      code: 'bad_given',
      action: 'give records',
      name: 'count',
    })
    return { resource, count, values }
  }
  throw new EmulatorError('bad_body', {
    action: 'give records',
    reason: 'the body needs a resource, and may have a count and values',
    advice: 'Send {"resource":"users","count":2,"values":{"first_name":"Mia"}}.',
  })
}
