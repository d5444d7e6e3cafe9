import { expect, test } from 'vitest'
import {
  EmulatorError,
  nearestName,
  nearestNames,
  unknownNameError,
} from '../../src/machine/errors.ts'

const operations = ['get_users', 'get_user_by_id', 'create_user', 'get_orders']

test('a message says what could not be done, why, and what to do', () => {
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

test('an unknown name is answered with the nearest known one', () => {
  const error = unknownNameError('operation', 'get_usres', operations)
  expect(error.message).toBe(
    'Could not find the operation "get_usres": there is no operation "get_usres". ' +
      'Did you mean "get_users"?',
  )
  expect(error.code).toBe('unknown_operation')
})

test('a name that is near to none is answered with the known ones', () => {
  const error = unknownNameError('field of users', 'shoe_size', operations, 'create given users')
  expect(error.message).toBe(
    'Could not create given users: there is no field of users "shoe_size". ' +
      'Known are: get_users, get_user_by_id, create_user, get_orders.',
  )
  expect(error.code).toBe('unknown_field_of_users')
})

test('a long list of known names is cut to twelve', () => {
  const known = Array.from({ length: 40 }, (_, i) => `the-name-with-number-${i}`)
  const { message } = unknownNameError('world', 'oz', known)
  expect(message.match(/the-name/g)).toHaveLength(12)
  expect(message).toContain('12 of the 40 are: the-name-with-number-0,')
})

test('where nothing is known, that is said', () => {
  expect(unknownNameError('world', 'oz', []).message).toContain(
    'there is no world "oz". There is none.',
  )
})

test('upper and lower case do not make a name another one', () => {
  expect(nearestName('GET_USERS', operations)).toBe('get_users')
})

test('the nearest few come best first, without those that are much farther off', () => {
  const known = ['get_users', 'create_user', 'get_user', 'get_used']
  expect(nearestNames('get_user', known, 9)).toEqual(['get_user', 'get_users', 'get_used'])
  expect(nearestNames('get_user', known, 2)).toEqual(['get_user', 'get_users'])
  expect(nearestNames('zzzzzzzz', known, 9)).toEqual([])
  expect(nearestName('anything', [])).toBeUndefined()
})

test('names that are handed over as an iterator are still listed', () => {
  const known = new Map([
    ['apple', 1],
    ['pear', 2],
  ]).keys()
  expect(unknownNameError('fruit', 'zucchini', known).message).toContain('Known are: apple, pear.')
})
