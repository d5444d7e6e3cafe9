/** Damages of a saved world that were once taken, or that break something after they are loaded. */

interface DamagedTable {
  lastId: unknown
  columns: unknown[]
  rows: unknown[][]
}

interface DamagedWorld {
  lastEntryNumber: unknown
  cells: Record<string, unknown> & { tables: Record<string, DamagedTable> }
}

type Damage = (world: DamagedWorld) => unknown

const table = (world: DamagedWorld, name: string): DamagedTable =>
  world.cells.tables[name] as DamagedTable

/** Sets a value of the first row of a table. */
const withValue =
  (name: string, column: string, value: unknown): Damage =>
  (world) => {
    const { columns, rows } = table(world, name)
    const row = rows[0] as unknown[]
    row[columns.indexOf(column)] = value
  }

const withCell =
  (name: string, value: unknown): Damage =>
  ({ cells }) =>
    void (cells[name] = value)

/** Sets a part of the first value of a cell that is a list of pairs. */
const withPart =
  (name: string, part: string, value: unknown): Damage =>
  ({ cells }) => {
    const [[, first]] = cells[name] as [[unknown, Record<string, unknown>]]
    first[part] = value
  }

/** Sets a part of the first active fault. */
const withFaultPart =
  (part: string, value: unknown): Damage =>
  ({ cells }) => {
    const { active } = cells['faults'] as { active: [Record<string, unknown>] }
    active[0][part] = value
  }

const heldDelivery = { id: 'x', webhook: 'y', handle: [0, 1], isExplicit: false }

export const damages: readonly (readonly [string, Damage])[] = [
  ['faults without lists', withCell('faults', {})],
  ['faults that are null', withCell('faults', null)],
  ['a fault without an effect', withFaultPart('with', {})],
  ['a fault with a hostile effect', withFaultPart('with', { constructor: {} })],
  ['a fault with a status of text', withFaultPart('with', { status: 'x' })],
  ['a fault with a path that is a number', withFaultPart('path', 5)],
  ['a fault with a surplus part', withFaultPart('surplus', 1)],
  ['due tasks that are a number', withCell('clock.tasks', 7)],
  ['due tasks that are an object', withCell('clock.tasks', {})],
  ['a due task of an unknown kind', withPart('clock.tasks', 'kind', 'constructor')],
  ['a due task with a hostile payload', withPart('clock.tasks', 'payload', { constructor: {} })],
  ['a due task at another time than its key', withPart('clock.tasks', 'at', 5)],
  ['a number of tasks that is too low', withCell('clock.scheduled', 0)],
  ['a number of tasks that is a text', withCell('clock.scheduled', 'x')],
  ['a number of sleeps that is negative', withCell('clock.sleeps', -1)],
  ['a clock in the year 33658', withCell('clock.base', 1e15)],
  ['a clock of text', withCell('clock.base', 'x')],
  ['a seed of text', withCell('seed', 'x')],
  ['dates that are null', withCell('world.start', null)],
  ['events that are a list', withCell('deliver.events', [])],
  ['flags that are a list of lists', withCell('webhooks.queue', [[[[]]]])],
  ['a queue that its lengths do not count', withCell('webhooks.queueLengths', [])],
  ['a length of zero', withCell('webhooks.queueLengths', [['x', 0]])],
  ['an attempt in flight that is empty', withCell('webhooks.inFlight', [['x', {}]])],
  ['no attempts in flight, but their counts', withCell('webhooks.inFlight', [])],
  ['a held delivery without a handle', withCell('webhooks.reorderBuffer', [{ id: 'x' }])],
  [
    'a delivery that is held twice',
    withCell('webhooks.reorderBuffer', [heldDelivery, heldDelivery]),
  ],
  ['a rate window without times', withCell('rate.windows', [['x', { count: 1 }]])],
  ['a finished notification without an id', withCell('webhooks.finished', [[1, null]])],
  ['tables that are a list', withCell('tables', [])],
  ['tables that are null', withCell('tables', null)],
  ['users that are a number', ({ cells }) => (cells.tables['users'] = 5 as never)],
  ['users without rows', (world) => (table(world, 'users').rows = {} as never)],
  ['a row that is null', (world) => (table(world, 'users').rows[0] = null as never)],
  ['a row that is a number', (world) => (table(world, 'users').rows[0] = 5 as never)],
  ['a field twice', (world) => withTwiceId(table(world, 'users'))],
  ['a last id of text', (world) => (table(world, 'users').lastId = 'x')],
  ['a last id that is not exact', (world) => (table(world, 'users').lastId = 2 ** 53 - 1)],
  ['an id that is null', withValue('users', 'id', null)],
  ['an id that is a text', withValue('users', 'id', 'x')],
  ['a name that is an object', withValue('users', 'first_name', { constructor: {} })],
  ['a name that is null', withValue('users', 'first_name', null)],
  ['a date that does not exist', withValue('users', 'created_at', '2026-02-31T00:00:00.000Z')],
  ['an unknown state', withValue('enrollments', 'status', 'constructor')],
  ['a reference to a missing record', withValue('enrollments', 'planned_course_id', 4_711)],
  ['a reference that is a list', withValue('enrollments', 'planned_course_id', [[1]])],
  ['scopes that are a text', withValue('api_keys', 'scopes', 'users:read')],
  ['a token that is a number', withValue('api_keys', 'token', 5)],
  ['a webhook with an invalid URL', withValue('webhooks', 'url', 'nonsense')],
  ['a webhook with an unknown event', withValue('webhooks', 'events', ['constructor'])],
  ['a notification with a damaged body', withValue('webhook_notifications', 'body', '{')],
  ['a notification with hostile attempts', withValue('webhook_notifications', 'attempts', [[]])],
  ['an unknown time zone', withValue('educators', 'time_zone', 'Mars/Base')],
  ['a number of entries that is not exact', (world) => (world.lastEntryNumber = 2 ** 53 - 1)],
  ['a number of entries that is negative', (world) => (world.lastEntryNumber = -1)],
]

function withTwiceId({ columns, rows }: DamagedTable): void {
  columns.push('id')
  for (const row of rows) row.push(row[0])
}
