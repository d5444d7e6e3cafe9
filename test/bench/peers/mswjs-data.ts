/** @mswjs/data: a model with a primary key and hand-written handlers. */
import { factory, nullable, primaryKey } from '@mswjs/data'
import { mswPeer } from './msw-handlers.ts'
import { type Peer, pageSize, type Rows, type User } from './peer.ts'

export async function mswjsData(users: Rows): Promise<Peer> {
  const fields = Object.keys(users[0] as User).filter((name) => name !== 'id')
  const db = factory({
    user: {
      ...Object.fromEntries(fields.map((name) => [name, nullable(() => null)])),
      id: primaryKey(Number),
    },
  })
  for (const user of users) db.user.create(user)
  return mswPeer({
    list: () => db.user.findMany({ take: pageSize }),
    read: (id) => db.user.findFirst({ where: { id: { equals: id } } }),
  })
}
