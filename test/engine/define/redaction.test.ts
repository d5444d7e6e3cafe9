/** Secrets in paths, bodies and values of the journal. */
import { expect, test } from 'vitest'
import { redactBody, redactParts, redactQuery } from '../../../src/engine/journal/redaction.ts'

test.each([
  ['/users?token=abc&per_page=2', '/users?token=[redacted]&per_page=2'],
  ['/users?per_page=2&access_token=abc', '/users?per_page=2&access_token=[redacted]'],
  ['/users?API_KEY=abc', '/users?API_KEY=[redacted]'],
  ['/users?secret[]=abc', '/users?secret[]=[redacted]'],
  ['/users?token_count=3', '/users?token_count=3'],
  ['/tokens?name=abc', '/tokens?name=abc'],
  ['/users', '/users'],
])('the path %s is shown as %s', (path, shown) => {
  expect(redactQuery(path)).toBe(shown)
})

test.each([
  ['{"secret":"abc","name":"Mia"}', '{"secret":"[redacted]","name":"Mia"}'],
  ['{"client_secret" : "a\\"b","x":1}', '{"client_secret" : "[redacted]","x":1}'],
  ['{"Password":""}', '{"Password":"[redacted]"}'],
  ['{"a":{"api_key":"abc"}}', '{"a":{"api_key":"[redacted]"}}'],
  ['{"token_count":"3"}', '{"token_count":"3"}'],
  ['{"text":"a secret"}', '{"text":"a secret"}'],
])('the body %s is shown as %s', (body, shown) => {
  expect(redactBody(body)).toBe(shown)
})

test('values with the name of a secret are replaced at any depth', () => {
  const at = new Date(0)
  const value = {
    name: 'Mia',
    token: 'abc',
    list: [{ new_secret: 'abc' }, 'token'],
    inner: { secrets: ['a', 'b'], password: undefined, none: null, at },
    token_count: 3,
  }
  expect(redactParts(value)).toEqual({
    name: 'Mia',
    token: '[redacted]',
    list: [{ new_secret: '[redacted]' }, 'token'],
    inner: { secrets: '[redacted]', password: undefined, none: null, at },
    token_count: 3,
  })
  expect(redactParts(null)).toBeNull()
  expect(redactParts('token')).toBe('token')
})
