/** Secrets in paths, bodies and values of the journal. */
import { expect, test } from 'vitest'
import { redactText, redactUrl, redactParts } from '../../../src/engine/journal/redaction.ts'

test.each([
  ['/users?token=abc&per_page=2', '/users?token=[redacted]&per_page=2'],
  ['/users?per_page=2&access_token=abc', '/users?per_page=2&access_token=[redacted]'],
  ['/users?API_KEY=abc', '/users?API_KEY=[redacted]'],
  ['/users?secret[]=abc', '/users?secret[]=[redacted]'],
  ['/users?token[]=abc', '/users?token[]=[redacted]'],
  ['/users?%74oken=abc', '/users?%74oken=[redacted]'],
  ['/users?user%5Btoken%5D=abc', '/users?user%5Btoken%5D=[redacted]'],
  ['/users?apikey=abc', '/users?apikey=[redacted]'],
  ['/users?authorization=abc', '/users?authorization=[redacted]'],
  ['/users?%2574oken=abc', '/users?%2574oken=[redacted]'],
  ['/users?next=my%20token', '/users?next=my%20token'],
  ['/users?to=https%3A%2F%2Fapp.test%3Ftoken%3Dabc', '/users?to=[redacted]'],
  ['https://app.test/hooks?token=a?b;c', 'https://app.test/hooks?token=[redacted]'],
  ['/users?token_count=3', '/users?token_count=3'],
  ['/tokens?name=abc', '/tokens?name=abc'],
  ['/users', '/users'],
])('the path %s is shown as %s', (path, shown) => {
  expect(redactUrl(path)).toBe(shown)
})

test.each([
  ['{"secret":"abc","name":"Mia"}', '{"secret":"[redacted]","name":"Mia"}'],
  ['{"client_secret" : "a\\"b","x":1}', '{"client_secret":"[redacted]","x":1}'],
  ['{"Password":""}', '{"Password":"[redacted]"}'],
  ['{"a":{"api_key":"abc"}}', '{"a":{"api_key":"[redacted]"}}'],
  ['{"token":5,"tokens":["abc"]}', '{"token":"[redacted]","tokens":"[redacted]"}'],
  ['{"token":{"value":"abc"}}', '{"token":"[redacted]"}'],
  [String.raw`{"\u0074oken":"abc"}`, '{"token":"[redacted]"}'],
  ['{"url":"https://app.test?token=abc"}', '{"url":"https://app.test?token=[redacted]"}'],
  ['name=Mia&password=abc', 'name=Mia&password=[redacted]'],
  ['{"name":"Mia","token":"ab', '(not shown: it names a secret and cannot be parsed)'],
  [String.raw`{"\u0074oken":"ab`, '(not shown: it names a secret and cannot be parsed)'],
  ['the token is wrong', 'the token is wrong'],
  ['invalid token', 'invalid token'],
  ['invalid token abc-1.', 'invalid token [redacted]'],
  ['token: abc, name: Mia', 'token: [redacted], name: Mia'],
  ['secret = "a b" is wrong', 'secret = [redacted] is wrong'],
  ['Authorization: Bearer abc', 'Authorization: Bearer [redacted]'],
  ['expected Bearer abc', 'expected Bearer [redacted]'],
  [
    'no answer from https://app.test?token=abc in time',
    'no answer from https://app.test?token=[redacted] in time',
  ],
  ['failed: {"token":"abc"}', 'failed: {"token":[redacted]}'],
  ['<token>abc</token>', '(not shown: it names a secret and cannot be parsed)'],
  ['{ "token_count": 3 }', '{ "token_count": 3 }'],
  ['{"name":"Mi', '{"name":"Mi'],
  ['{"token_count":"3"}', '{"token_count":"3"}'],
  ['{"text":"a secret"}', '{"text":"a secret"}'],
])('the body %s is shown as %s', (body, shown) => {
  expect(redactText(body)).toBe(shown)
})

test.each([
  'token',
  '=',
  'token=',
  '%25',
  '{"token',
  'token "',
  'a.[',
  ' token:',
  '&?;#',
  '\\\\u0074',
])('a text of 512 KB of %s is redacted in linear time', (part) => {
  const times = [64_000, 512_000].map((length) => {
    const text = `x ${part.repeat(length / part.length)}`
    return shortest(() => [redactText(text), redactUrl(text), redactParts([text])])
  })
  // Note: linear time is about 8 times as long, quadratic time 64 times.
  expect((times[1] as number) / Math.max(times[0] as number, 1)).toBeLessThan(40)
})

/** The shortest of ten durations, in milliseconds. */
const shortest = (work: () => unknown): number =>
  Math.min(
    ...Array.from({ length: 10 }, () => {
      const start = performance.now()
      work()
      return performance.now() - start
    }),
  )

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
