/** Summaries of the control-plane routes, for the page `docs/control-plane.md`. */
import { filterKeys } from '../../src/engine/kit/journal/journal-filter.ts'

/** The summary of a route. */
export interface RouteSummary {
  /** What the route does, as a sentence. */
  readonly summary: string
  /** An example of the JSON body. Default: no body. */
  readonly body?: string
  /** The names of the query parameters. Default: none. */
  readonly query?: readonly string[]
}

/** Creates a summary, with an example of the body. */
const about = (summary: string, body?: string): RouteSummary => ({
  summary,
  ...(body !== undefined && { body }),
})

/** The routes in the order of the page, by topic. `TABLE` stands for the name of a resource. */
export const routeSummaries: Readonly<Record<string, Readonly<Record<string, RouteSummary>>>> = {
  State: {
    'GET health': about('Returns the version and the time.'),
    'GET state': about(
      'Returns the time, the seed, the flags and the number of records of each resource.',
    ),
    'GET about': about('Returns the settings of the emulator.'),
    'GET openapi.json': about('Returns the OpenAPI document.'),
    'GET routes': about('Lists the routes.'),
    'POST reset': about('Restores the initial state.'),
    'GET world': about('Returns the world as a file that `--load` and `PUT world` accept.'),
    'PUT world': about('Replaces the world.', 'a file of `GET world`'),
  },
  Records: {
    'POST given': about(
      'Creates a record and the records that it requires, without events. Returns the record; with `count`, a list.',
      '{"resource":"users","count":2,"values":{"first_name":"Mia"}}',
    ),
    'POST methods/:id': about(
      'Calls a method of the emulator, such as `rows`, `received` or `settle`, and returns its result.',
      '{"arguments":["users",{"first_name":"Mia"}]}',
    ),
    'POST evidence/received': about('Returns the calls of an operation.', '{"name":"create_user"}'),
    'POST evidence/delivered': about(
      'Returns the deliveries of an event.',
      '{"name":"user.merged"}',
    ),
    'POST evidence/row': about('Returns the rows of a resource.', '{"name":"users"}'),
    'POST evidence/unhandled': about('Reports the calls that no operation answers.'),
    'POST evidence/unhandled-requests': about(
      'Reports the unhandled requests of a page.',
      '{"requests":[{"method":"GET","url":"http://127.0.0.1:4010/api/v2/users","strategy":"error"}]}',
    ),
    'POST evidence/internal-errors': about('Reports the exceptions inside the emulator.'),
    'GET tables': about('Lists the tables with their columns.'),
    'GET tables/:id': {
      summary: 'Returns a page of the rows of a table.',
      query: ['search', 'after', 'limit', 'order', 'field', 'table', 'id'],
    },
    'GET rows/TABLE/:id': about('Returns a row with its relations.'),
    'GET deleted-rows/TABLE/:id': about('Returns the last values of a deleted row.'),
  },
  Acts: {
    'GET acts': about('Lists the acts with their inputs.'),
    'POST acts/:id': about(
      'Performs an act of an administrator.',
      '{"primary_user_id":2,"secondary_user_id":3}',
    ),
    'GET outbox': about('Returns the sent emails.'),
  },
  Clock: {
    'GET clock': about('Returns the time and the pending tasks.'),
    'POST clock': about(
      'Advances the clock by a duration, to a time (`{"to":…}`) or to the next due task (`"next"`). Responds when the emulator is idle.',
      '{"advance":"5m"}',
    ),
    'POST clock/play': about(
      'Plays the clock at a rate: emulated seconds per second.',
      '{"rate":60}',
    ),
    'POST clock/stop': about('Stops the clock.'),
    'GET pending': about('Summarizes the pending tasks.'),
  },
  Faults: {
    'GET faults': about('Lists the fault rules with their hits.'),
    'GET faults/effects': about('Lists the effects of faults.'),
    'POST faults': about(
      'Adds a fault rule.',
      '{"operation":"get_users","nth":2,"with":{"status":503}}',
    ),
    'DELETE faults': about('Removes all fault rules and outages.'),
    'DELETE faults/:id': about('Removes a fault rule.'),
    'POST outages': about('Starts an outage.', '{"until":"2h","of":"api"}'),
  },
  Settings: {
    'GET flags': about('Returns the feature flags.'),
    'POST flags': about('Switches feature flags.', '{"Programs":false}'),
    'GET assumptions': about('Lists the assumptions with their alternatives.'),
    'POST assumptions': about(
      'Switches assumptions to alternatives, or to those of a `preset`.',
      '{"enrollment.cancel.from":"alternative"}',
    ),
    'GET tokens': about('Lists the tokens, without their text, and all scopes.'),
    'POST tokens': about('Creates a token.', '{"scopes":["relations:read"],"user_id":2}'),
    'PUT tokens/:id': about('Replaces the scopes of a token.', '{"scopes":["relations:read"]}'),
  },
  Webhooks: {
    'GET webhooks': about('Lists the webhooks.'),
    'GET webhooks/:id': about('Returns a webhook with its secret and its notifications.'),
    'GET receivers': { summary: 'Returns a receiver with its deliveries.', query: ['url'] },
    'POST receivers': about(
      'Registers a receiver. With an `answer`, deliveries do not leave the emulator.',
      '{"url":"http://127.0.0.1:3000/hooks","events":["user.merged"]}',
    ),
    'PUT receivers': about(
      'Replaces the answer of a receiver.',
      '{"url":"http://127.0.0.1:3000/hooks","answer":{"status":500}}',
    ),
    'GET notifications': {
      summary: 'Lists the notifications of a webhook, newest first.',
      query: ['webhook', 'status', 'before', 'limit'],
    },
    'GET notifications/:id': about('Returns a notification with its attempts.'),
  },
  Journal: {
    'GET journal': { summary: 'Returns the journal.', query: filterKeys },
    'GET transcript': { summary: 'Returns the journal as text.', query: filterKeys },
    'GET story': {
      summary: 'Returns the journal with bodies, values and causes, as JSON or as a page.',
      query: filterKeys,
    },
    'GET story-lines': {
      summary: 'Returns the lines of the story in batches, latest first.',
      query: ['before', 'limit'],
    },
    'GET story-margins': about('Returns the faults and the due tasks of the story.'),
    'GET story-search': {
      summary: 'Returns the numbers of the entries with a text, also in bodies.',
      query: ['text', 'before'],
    },
    'GET entries/:id': about('Returns an entry with its details.'),
    'GET explain/:id': about('Explains the response of a request by the number of its entry.'),
    'GET assumption-report': about('Returns the behaviours that the run relied on.'),
    'GET usage': {
      summary: 'Returns what the run cost: calls, waits, scopes and advice.',
      query: ['since'],
    },
    'GET usage-chart': about('Returns the usage with its course over time.'),
    'GET events': about('Streams changes as server-sent events.'),
  },
  Snapshots: {
    'GET snapshots': about('Lists the snapshots.'),
    'POST snapshots': about('Takes a snapshot.', '{"name":"before the merge"}'),
    'PUT snapshots/:id': about('Restores a snapshot.'),
    'DELETE snapshots/:id': about('Deletes a snapshot.'),
    'GET compare': {
      summary: 'Compares two snapshots. The id `now` is the current state.',
      query: ['before', 'after'],
    },
    'POST forks': about(
      'Adds an instance with the state of a snapshot.',
      '{"snapshot":"snapshot-1","key":"fork"}',
    ),
  },
  Scenarios: {
    'GET scenarios': about('Lists the scenarios.'),
    'POST scenarios/:id': about('Runs a scenario.'),
  },
  Inspector: {
    'GET ': about('Returns the page of the inspector.'),
    'GET assets/:id': about('Returns a script or a style sheet of the page.'),
  },
  Instances: {
    'GET instances': about('Lists the instances.'),
    'POST instances': about('Adds an instance.', '{"key":"worker-1","world":"empty"}'),
    'DELETE instances/:id': about('Closes an instance.'),
  },
}
