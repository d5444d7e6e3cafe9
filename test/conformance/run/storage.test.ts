/** The storage of an integration: what a database has. */
import { describe, expect, test } from 'vitest'
import { StoredRunValues } from '../../../src/conformance/scenario/storage.ts'

function open(values = new StoredRunValues()) {
  const writes: string[] = []
  const user = { isAlive: true, fails: false }
  const storage = values.open({
    isAlive: () => user.isAlive,
    write(verb, key, perform) {
      writes.push(`${verb} ${key}`)
      if (user.fails) throw new Error('the disk is full')
      perform()
    },
  })
  return { storage, writes, user }
}

test('setIfAbsent stores the first value of a key', () => {
  const { storage, writes } = open()
  expect(storage.setIfAbsent('seen 1', { at: 1 })).toBe(true)
  expect(storage.setIfAbsent('seen 1', { at: 2 })).toBe(false)
  expect(storage.get('seen 1')).toEqual({ at: 1 })
  expect(writes).toEqual(['set seen 1'])
})

test('list returns copies of the values below a prefix, in the order of their keys', () => {
  const { storage } = open()
  for (const [key, value] of [
    ['job 2', { name: 'b' }],
    ['seen 1', {}],
    ['job 1', { name: 'a' }],
  ] as const)
    storage.set(key, value)
  const listed = storage.list<{ name: string }>('job ')
  expect(listed.map(([key, { name }]) => `${key} ${name}`)).toEqual(['job 2 b', 'job 1 a'])
  for (const [, value] of listed) value.name = 'changed'
  expect(storage.get('job 1')).toEqual({ name: 'a' })
})

test('a delete is a write if there is a value', () => {
  const { storage, writes } = open()
  storage.set('a', 1)
  expect(storage.delete('a')).toBe(true)
  expect(storage.delete('a')).toBe(false)
  expect(writes).toEqual(['set a', 'delete a'])
})

describe('a transaction', () => {
  test('is one write, and reads its own writes', () => {
    const { storage, writes } = open()
    storage.set('old', 1)
    const seen = storage.transaction((tx) => {
      tx.set('job', 1)
      tx.delete('old')
      expect(storage.get('job')).toBeUndefined()
      return [tx.get('job'), tx.get('old'), tx.setIfAbsent('job', 2)]
    })
    expect(seen).toEqual([1, undefined, false])
    expect(storage.entries()).toEqual([['job', 1]])
    expect(writes).toEqual(['set old', 'commit job,old'])
  })

  test('writes nothing if its work or its commit throws', () => {
    const { storage, user } = open()
    const failing = (): unknown =>
      storage.transaction((tx) => {
        tx.set('job', 1)
        throw new Error('refused')
      })
    expect(failing).toThrow('refused')
    user.fails = true
    expect(() => storage.transaction((tx) => tx.set('job', 1))).toThrow('the disk is full')
    expect(storage.entries()).toEqual([])
  })

  test('without a change is no write, and a promise is refused', () => {
    const { storage, writes } = open()
    storage.transaction((tx) => tx.get('a'))
    expect(writes).toEqual([])
    expect(() => storage.transaction(async (tx) => tx.set('a', 1))).toThrow(
      'Could not commit the transaction: its work returns a promise.',
    )
    expect(storage.entries()).toEqual([])
  })

  test('of a crashed instance writes nothing', () => {
    const values = new StoredRunValues()
    const { storage, user } = open(values)
    user.isAlive = false
    storage.transaction((tx) => tx.set('a', 1))
    expect(open(values).storage.entries()).toEqual([])
  })
})

test('the code of a crashed instance goes on with a copy, so that a loop over its jobs ends', () => {
  const values = new StoredRunValues()
  const crashed = open(values)
  for (const id of [1, 2, 3]) crashed.storage.set(`job ${id}`, id)
  crashed.user.isAlive = false
  for (let [job] = crashed.storage.list('job '); job; [job] = crashed.storage.list('job '))
    crashed.storage.transaction((tx) => tx.delete(job![0]))
  expect(crashed.storage.list('job ')).toEqual([])
  expect(crashed.writes).toHaveLength(3)
  expect(open(values).storage.list('job ')).toHaveLength(3)
})
