/** The law "round trip": a record that is read and sent back unchanged stays the same. */
import { createEmulator } from 'course-admin-emulator'
import { describe, expect, test } from 'vitest'
import { contextOf } from '../src/emulator/emulator.ts'
import type { CatalogOperation } from '../src/model/catalog.ts'
import { send } from './assumptions/probe.ts'

const worlds = ['small-school', 'training-company'] as const

describe.each(worlds)('in %s', (world) => {
  const emulator = createEmulator({ world, rateLimit: { requestsPerWindowMax: Infinity } })
  const { catalog, store } = contextOf(emulator)
  const operations = [...catalog.operations.values()]
  const isShow = ({ path, method }: CatalogOperation, update: CatalogOperation): boolean =>
    method === 'GET' && path === update.path
  const updates = operations.filter(
    (update) =>
      update.method === 'PUT' &&
      /^[^{]*\/\{id\}$/.test(update.path) &&
      operations.some((each) => isShow(each, update)),
  )

  test.each(updates.map((update) => ({ id: update.id, update })))(
    '$id changes nothing of a record that was read',
    async ({ update }) => {
      const changed: unknown[] = []
      const fork = emulator.fork()
      for (const { id } of store.scan(update.resource.name)) {
        const path = update.path.replace('{id}', String(id))
        const read = await send(fork, 'GET', path)
        if (read.status !== 200) continue
        const before = (await read.json()) as object
        const answer = await send(fork, 'PUT', path, before)
        const after = answer.status < 300 ? await (await send(fork, 'GET', path)).json() : null
        const difference = Object.entries(before).filter(
          ([name, value]) =>
            name !== 'updated_at' &&
            JSON.stringify(value) !== JSON.stringify((after as never)?.[name]),
        )
        if (answer.status >= 300) changed.push([id, await answer.text()])
        else if (difference.length > 0) changed.push([id, difference])
      }
      expect(changed).toEqual([])
    },
  )
})
