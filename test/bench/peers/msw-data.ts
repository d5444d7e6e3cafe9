/** @msw/data: a collection with a schema and hand-written handlers. */
import { Collection } from '@msw/data'
import { z } from 'zod'
import { mswPeer } from './msw-handlers.ts'
import { type Peer, pageSize, type Rows } from './peer.ts'

const shape = { id: z.number() }
// Note: the other fields pass unchanged, but a query over an open object has no types.
const User = z.looseObject(shape) as unknown as z.ZodObject<typeof shape>

export async function mswData(rows: Rows): Promise<Peer> {
  const users = new Collection({ schema: User })
  for (const row of rows) await users.create(row)
  return mswPeer({
    list: () => users.findMany(undefined, { take: pageSize }),
    read: (id) => users.findFirst((q) => q.where({ id })),
  })
}
