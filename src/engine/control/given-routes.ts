/** Control-plane route for `given`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { isObject, wholeNumberCheck } from '../errors/argument-checks.ts'
import { option, required } from '../errors/options.ts'
import { readBody, type ControlRoutes } from './route.ts'

/** `given` without its compile-time types; it checks names at run time. */
interface AnyGiven {
  (resource: string, values: object): object
  (resource: string, count: number, values: object): object[]
}

/** The maximum number of records of one request. More records would block the other requests. */
export const givenRecordsMax = 500

export function givenRoutes(emulator: Emulator): ControlRoutes {
  return {
    /**
     * Creates a record and the records that it requires, without events. Returns the record; with `count`, a
     * list.
     *
     * @body {"resource":"users","count":2,"values":{"first_name":"Mia"}}
     */
    'POST given': ({ body }) => {
      const { resource, count, values } = readBody(givenBody, body, { action: 'give records' })
      const given = emulator.given as Emulator['given'] & AnyGiven
      return count === undefined ? given(resource, values) : given(resource, count, values)
    },
  }
}

const givenBody = {
  resource: required<string>({
    isValid: (name) => typeof name === 'string',
    expected: 'the name of a resource',
  }),
  /** Without it, the answer is the record in place of a list. */
  count: option<number>(wholeNumberCheck(0, givenRecordsMax)),
  values: option<object>({ isValid: isObject, expected: 'an object' }, {}),
}
