/**
 * A correct poller: it has no webhook endpoint. Each poll lists the users and the enrollments, and stores the records that
 * changed.
 *
 * It compares contents, because two changes can have one `updated_at`. A record that a list does not contain can have
 * moved between two pages, so that the poller reads it before it removes it. A poll that fails stores nothing: the next
 * one repeats it.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { type Enrollment, queue, readClient, type User } from './read-client.ts'

type Row = Readonly<Record<string, string | number>>

const rowOfUser = ({ email, last_name }: User): Row => ({ email, last_name })
const rowOfEnrollment = ({ student_id, status }: Enrollment): Row => ({ student_id, status })

export const poller: Connect = (connection) => {
  const { storage } = connection
  const client = readClient(connection)
  const inTurn = queue()

  /** Returns the rows of a list whose contents differ from the stored ones, and undefined for each record that is gone. */
  async function changesOf<T extends { readonly id: number }>(
    path: string,
    rowOf: (record: T) => Row,
  ): Promise<Map<string, Row | undefined>> {
    const changes = new Map<string, Row | undefined>()
    const stored = new Map(storage.list<Row>(`${path}/`))
    const listed = await client.list<T>(path)
    for (const record of listed) changes.set(`${path}/${record.id}`, rowOf(record))
    for (const key of stored.keys()) {
      if (changes.has(key)) continue
      const record = await client.find<T>(key)
      changes.set(key, record && rowOf(record))
    }
    for (const [key, row] of changes)
      if (JSON.stringify(row) === JSON.stringify(stored.get(key))) changes.delete(key)
    return changes
  }

  async function poll(): Promise<void> {
    const changes = [
      ...(await changesOf('/users', rowOfUser)),
      ...(await changesOf('/enrollments', rowOfEnrollment)),
    ]
    if (changes.length === 0) return
    storage.transaction((tx) => {
      for (const [key, row] of changes)
        if (row) tx.set(key, row)
        else tx.delete(key)
    })
  }

  return {
    pollEvery: '30m',
    resync: () => inTurn(poll),
    problems: client.problems,
    state: () => ({
      users: Object.fromEntries(storage.list('/users/')),
      enrollments: Object.fromEntries(storage.list('/enrollments/')),
    }),
  }
}
