/** The cost of a request in a service of 250 operations, compared with 20. */
import { courseAdministration } from '../../src/service/course-administration.ts'
import { createCatalog } from '../../src/engine/model/catalog.ts'
import { createRouter } from '../../src/engine/serve/router.ts'
import { createContext } from '../../src/engine/emulator/context-builder.ts'
import { createInitialState } from '../../src/engine/emulator/initial-state.ts'
import { settingsFrom } from '../../src/engine/emulator/options.ts'
import { identity, listOf, ref, resource, string } from '../../src/engine/define/define.ts'
import type { Resource } from '../../src/engine/define/resource.ts'
import { timedCalls, type TimedRun, timeInterleaved, costRatio } from './interleaved-runs.ts'

/** The operations of one made-up resource. */
const operationsEach = 5

const token = 'bench-token'
const headers = { authorization: `Bearer ${token}` }

export async function operationRows(): Promise<Record<string, number>> {
  const times = await timeInterleaved(
    { few: lastOf(20), many: lastOf(250) },
    { rounds: 60, warmups: 60 },
  )
  return { 'request with 250 operations vs 20': costRatio(times.many, times.few) }
}

/** A candidate with requests to the last operation of a service. */
function lastOf(operations: number): TimedRun {
  const count = operations / operationsEach
  const things = Array.from({ length: count }, (_, i) => madeUp(`things_${1_000 + i}`))
  const catalog = createCatalog([users, apiKeys, educators, ...things])
  if (catalog.operations.size !== operations) throw new Error('these are not as many operations')
  const settings = {
    ...settingsFrom({ rateLimit: { requestsPerWindowMax: Infinity } }, courseAdministration()),
    catalog,
    router: createRouter(catalog.operations.values()),
  }
  const { model, serve } = createContext(settings, createInitialState())
  const last = things.at(-1) as Resource
  model.runWithoutEvents((tx) => {
    const owner = tx.insert('users', {}) as { id: number }
    tx.insert('api_keys', { token, user_id: owner.id, scopes: ['read'] })
    tx.insert(last.name, { name: 'the last of its kind' })
  })
  const url = `https://service.test/api/v1/${last.name}/1`
  return timedCalls(16, async () => {
    const response = await serve(new Request(url, { headers }))
    if (!response.ok) throw new Error(await response.text())
    return response.text()
  })
}

/** The tables that serving a request needs. */
const users = resource('users', { ...identity }, { singular: 'User' }, () => ({
  description: 'A user.',
}))
const educators = resource('educators', { ...identity }, { singular: 'Educator' }, () => ({
  description: 'A tenant.',
}))
const key = { ...identity, token: string().unique(), user_id: ref('users') }
const apiKeys = resource(
  'api_keys',
  { ...key, scopes: listOf(string()), application: string().nullable() },
  { singular: 'ApiKey' },
  () => ({ description: 'A token.' }),
)

function madeUp(name: string): Resource {
  const body = { name: string() }
  const scopes = ['read'] as const
  return resource(name, { ...identity, ...body }, { singular: 'Thing' }, (verbs) => ({
    description: 'A thing.',
    operations: {
      [`list_${name}`]: verbs.list({ scopes }),
      [`create_${name}`]: verbs.create({ scopes, body }),
      [`update_${name}`]: verbs.update({ scopes, body }),
      [`delete_${name}`]: verbs.destroy({ scopes }),
      [`show_${name}`]: verbs.show({ scopes }),
    },
  }))
}
