/** The hash of the page's address: also of an address that is not valid. */
import { array, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { parseRouteHash } from '../../src/inspector/route-hash.ts'
import { assertProperty } from '../support/property-runs.ts'

test.each([
  ['', ['story'], false],
  ['records/users/1?q=a', ['records', 'users', '1'], false],
  ['records/a%20b', ['records', 'a b'], false],
  ['%', ['%'], true],
  ['records/%E0%A4%A', ['records', '%E0%A4%A'], true],
  ['records/%zz?x=%', ['records', '%zz'], true],
])('%j has the path %j', (hash, path, isMalformed) => {
  expect(parseRouteHash(hash)).toMatchObject({ path, isMalformed })
})

test('every hash has a path', () => {
  assertProperty(
    property(string({ unit: 'binary' }), array(string()), (text, parts) => {
      expect(parseRouteHash(text).path.length).toBeGreaterThan(0)
      expect(parseRouteHash(`${parts.join('/')}?${text}`).path.length).toBeGreaterThan(0)
    }),
  )
})
