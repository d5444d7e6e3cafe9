/** Control-plane route for `given`. */
import type { Emulator } from '../emulator/emulator-api.ts'
import { EmulatorError } from '../errors/errors.ts'
import { assertValue, isObject, wholeNumberCheck } from '../errors/argument-checks.ts'
import { contextOf } from '../emulator/emulator.ts'
import type { CatalogExamples } from '../model/catalog.ts'
import { parseBody, type ControlBody, type ControlRoutes } from './route.ts'

/** `given` without its compile-time types; it checks names at run time. */
interface AnyGiven {
  (resource: string, values: object): object
  (resource: string, count: number, values: object): object[]
}

/** The maximum number of records of one request. More records would block the other requests. */
export const givenRecordsMax = 500

export function givenRoutes(emulator: Emulator): ControlRoutes {
  return {
    /** Takes `{"resource":"users","count":2,"values":{}}`. Returns a list; without `count`, the record. */
    'POST given': (body) => {
      const { resource, count, values } = givenRequestFrom(
        body,
        contextOf(emulator).catalog.examples,
      )
      const given = emulator.given as Emulator['given'] & AnyGiven
      return count === undefined ? given(resource, values) : given(resource, count, values)
    },
  }
}

interface GivenRequest {
  readonly resource: string
  readonly values: object
  /** Undefined for one record. */
  readonly count?: number
}

function givenRequestFrom(
  body: ControlBody,
  { resource: example, values: exampleValues }: CatalogExamples,
): GivenRequest {
  const { resource, count, values = {} } = parseBody(body, ['resource', 'count', 'values'])
  if (typeof resource === 'string' && isObject(values)) {
    if (count === undefined) return { resource, values }
    if (typeof count === 'number') {
      assertValue(count, wholeNumberCheck(0, givenRecordsMax), {
        code: 'bad_given',
        action: 'give records',
        name: 'count',
      })
      return { resource, count, values }
    }
  }
  throw new EmulatorError('bad_body', {
    action: 'give records',
    reason: 'the body needs a resource, and may have a count and values',
    advice: `Send ${JSON.stringify({ resource: example, count: 2, values: exampleValues })}.`,
  })
}
