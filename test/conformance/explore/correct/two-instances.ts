/**
 * A correct mirror of users and enrollments that runs with two instances on one storage.
 *
 * A queue in the memory of one instance does not order the work of the other. Each record has a version in the storage. An
 * instance notes it before it reads the record, and stores what it read only if the version is still the same. Otherwise
 * it reads again: an earlier read never overwrites a later one. The version of a deleted record remains.
 */
import type { Connect } from '../../../../src/scenarios.ts'
import { endpoint, type Enrollment, type Handle, readClient, type User } from './read-client.ts'

type Kind = '/users' | '/enrollments'
type AnyRecord = User | Enrollment

const rowOf = (record: AnyRecord): object =>
  'student_id' in record
    ? { student_id: record.student_id, status: record.status }
    : { email: record.email, last_name: record.last_name }

export const twoInstances: Connect = (connection) => {
  const { storage } = connection
  const client = readClient(connection)

  const versionOf = (key: string): number => storage.get<number>(`version ${key}`) ?? 0

  /** Stores a record as it was read, or returns false if another instance stored it since the version was noted. */
  const store = (key: string, record: AnyRecord | undefined, version: number): boolean =>
    storage.transaction((tx) => {
      if ((tx.get<number>(`version ${key}`) ?? 0) !== version) return false
      tx.set(`version ${key}`, version + 1)
      if (record) tx.set(key, rowOf(record))
      else tx.delete(key)
      return true
    })

  async function refresh(key: string): Promise<void> {
    for (let isStored = false; !isStored;) {
      const version = versionOf(key)
      isStored = store(key, await client.find<AnyRecord>(key), version)
    }
  }

  /** Lists records and stores them. Returns their keys. */
  async function refreshList(kind: Kind, query = ''): Promise<Set<string>> {
    const versions = new Map(storage.list<number>(`version ${kind}/`))
    const records = await client.list<AnyRecord>(kind + query)
    const keys = new Set<string>()
    for (const record of records) {
      const key = `${kind}/${record.id}`
      keys.add(key)
      if (!store(key, record, versions.get(`version ${key}`) ?? 0)) await refresh(key)
    }
    return keys
  }

  async function refreshAll(kind: Kind): Promise<void> {
    const listed = await refreshList(kind)
    for (const [key] of storage.list(`${kind}/`)) if (!listed.has(key)) await refresh(key)
  }

  async function refreshEnrollmentsOf(student: number): Promise<void> {
    const listed = await refreshList('/enrollments', `?student_id=${student}`)
    for (const [key, { student_id }] of storage.list<Enrollment>('/enrollments/'))
      if (student_id === student && !listed.has(key)) await refresh(key)
  }

  const handle: Handle = async (event, { id, primary_user_id, secondary_user_id }) => {
    if (event.startsWith('enrollment.')) return refresh(`/enrollments/${id}`)
    if (!event.startsWith('user.')) return
    const ids = event === 'user.merged' ? [secondary_user_id, primary_user_id] : [id]
    for (const each of ids) await refresh(`/users/${each}`)
    // A merge moves enrollments, and a deletion can remove them, without events of their own.
    if (event === 'user.merged' || event === 'user.deleted')
      for (const each of ids) await refreshEnrollmentsOf(each)
  }

  return {
    fetch: endpoint(connection, handle),
    async resync() {
      await refreshAll('/users')
      await refreshAll('/enrollments')
    },
    problems: client.problems,
    state: () => ({
      users: Object.fromEntries(storage.list('/users/')),
      enrollments: Object.fromEntries(storage.list('/enrollments/')),
    }),
  }
}
