/** @msw/data: a collection with a schema, its queries in handlers written by hand. */
import { Collection } from '@msw/data'
import { z } from 'zod'
import { byHand } from './msw-handlers.ts'
import { type Contestant, pageSize, type Rows } from './peer.ts'

const shape = { id: z.number() }
// Note: the other fields pass as they are, but a query over an open object has no types.
const User = z.looseObject(shape) as unknown as z.ZodObject<typeof shape>

export async function mswData(rows: Rows): Promise<Contestant> {
  const users = new Collection({ schema: User })
  for (const row of rows) await users.create(row)
  return byHand({
    list: () => users.findMany(undefined, { take: pageSize }),
    read: (id) => users.findFirst((q) => q.where({ id })),
  })
}
