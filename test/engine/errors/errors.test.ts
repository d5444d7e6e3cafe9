import { expect, test } from 'vitest'
import { EmulatorError, textOf, unknownNameError } from '../../../src/engine/errors/errors.ts'
import {
  nameOfSameWords,
  nearestName,
  nearestNames,
} from '../../../src/engine/errors/near-names.ts'

const operations = ['get_users', 'get_user_by_id', 'create_user', 'get_orders']

test('a message states the action, the reason and the advice', () => {
  const parts = { action: 'advance the clock', reason: 'it was stopped', advice: 'Start it.' }
  const error = new EmulatorError('stopped', parts)
  expect(error.message).toBe('Could not advance the clock: it was stopped. Start it.')
  expect([error.name, error.code]).toEqual(['EmulatorError', 'stopped'])
  expect(error).toBeInstanceOf(Error)
})

test('a message without advice ends with the reason', () => {
  const error = new EmulatorError('stopped', { action: 'wait', reason: 'it was stopped' })
  expect(error.message).toBe('Could not wait: it was stopped.')
})

test('an error keeps its cause, and has none by default', () => {
  const parts = { action: 'read the file', reason: 'it is damaged' }
  const cause = new Error('damaged')
  expect(new EmulatorError('bad_world', { ...parts, cause }).cause).toBe(cause)
  expect(new EmulatorError('bad_world', parts)).not.toHaveProperty('cause')
})

test.each([
  [() => 'get_users', 'a function'],
  [['get_users'], 'a list'],
  [{}, 'an object'],
  [7, '7'],
])('the text of %o is %s', (value, text) => {
  expect(textOf(value)).toBe(text)
})

test('an unknown name suggests the nearest known name', () => {
  const error = unknownNameError('operation', 'get_usres', operations)
  expect(error.message).toBe(
    'Could not find the operation "get_usres": the name is unknown. Did you mean "get_users"?',
  )
  expect(error.code).toBe('unknown_operation')
})

test('an unknown name without a near match lists the known names', () => {
  const error = unknownNameError('field of users', 'shoe_size', operations, 'create users')
  expect(error.message).toBe(
    'Could not create users: there is no field of users "shoe_size". ' +
      'Known are: get_users, get_user_by_id, create_user, get_orders.',
  )
  expect(error.code).toBe('unknown_field')
})

test('a long list of known names is cut to twenty', () => {
  const known = Array.from({ length: 40 }, (_, i) => `the-name-with-number-${i}`)
  const { message } = unknownNameError('world', 'oz', known)
  expect(message.match(/the-name/g)).toHaveLength(20)
  expect(message).toContain('20 of the 40 are: the-name-with-number-0,')
})

test('a list of twenty known names is complete', () => {
  const known = Array.from({ length: 20 }, (_, i) => `the-name-with-number-${i}`)
  const { message } = unknownNameError('world', 'oz', known)
  expect(message).toContain(`Known are: ${known.join(', ')}.`)
})

test('an empty list of known names is stated', () => {
  expect(unknownNameError('world', 'oz', []).message).toContain(
    'Could not find the world "oz": the name is unknown. There is none.',
  )
})

test('names are compared without regard to case', () => {
  expect(nearestName('GET_USERS', operations)).toBe('get_users')
  // A word is compared as it is heard.
  expect(nearestName('fone', ['phone', 'zone'])).toBe('phone')
  expect(nearestName('phone', ['fone', 'zone'])).toBe('fone')
})

test('the nearest names are sorted best first, without distant ones', () => {
  const known = ['get_users', 'create_user', 'get_user', 'get_used']
  expect(nearestNames('get_user', known, 9)).toEqual(['get_user', 'get_users', 'get_used'])
  expect(nearestNames('get_user', known, 2)).toEqual(['get_user', 'get_users'])
  expect(nearestNames('zzzzzzzz', known, 9)).toEqual([])
  expect(nearestName('anything', [])).toBeUndefined()
})

test.each(['by', 'id', 'of', 'to', 'from', 'the', 'a', 'an', 'and', 'in'])(
  'the word %s tells no names apart',
  (word) => {
    expect(nameOfSameWords(`rows_${word}_table`, ['table', 'rows_table'])).toBe('rows_table')
  },
)

test('the beginning of a name is near from three characters', () => {
  expect(nearestName('get', operations)).toBe('get_users')
  expect(nearestName('ge', operations)).toBeUndefined()
})

test('names without letters are not near', () => {
  expect(nearestName('-', ['_', ''])).toBeUndefined()
})

test('two names that may be meant are both suggested', () => {
  const known = ['first_name', 'last_name', 'email']
  expect(unknownNameError('field', 'name', known).message).toContain(
    'Did you mean "first_name" or "last_name"?',
  )
})

test('names passed as an iterator are listed', () => {
  const known = new Map([
    ['apple', 1],
    ['pear', 2],
  ]).keys()
  expect(unknownNameError('fruit', 'zucchini', known).message).toContain('Known are: apple, pear.')
})
