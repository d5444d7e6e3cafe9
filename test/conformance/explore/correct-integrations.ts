/**
 * Twelve correct integrations, written from the guide. Each names the scenario in which it meets all deviations. An exploration
 * that fails here is a false alarm.
 */
import {
  allKinds,
  type DeviationKind,
  deviationKinds,
} from '../../../src/conformance/deviations/kinds.ts'
import type { ExploreOptions } from '../../../src/explore.ts'
import type { Connect, Scenario } from '../../../src/scenarios.ts'
import { counterAndLog } from './correct/counter-and-log.ts'
import { derivedMirror } from './correct/derived-mirror.ts'
import { directory } from './correct/directory.ts'
import { keptAccounts } from './correct/kept-accounts.ts'
import { listState } from './correct/list-state.ts'
import { outbox } from './correct/outbox.ts'
import { poller } from './correct/poller.ts'
import { queueWorker } from './correct/queue-worker.ts'
import { course, lifeOfUsers, merge, orders, returning } from './correct/scenarios.ts'
import { taskCreator } from './correct/task-creator.ts'
import { twoInstances } from './correct/two-instances.ts'
import { twoPhaseDeletion } from './correct/two-phase-deletion.ts'
import { writeBack } from './correct/write-back.ts'
import { renamesOf } from './mirror.ts'

interface CorrectIntegration {
  readonly connect: Connect
  readonly own: Scenario
  /** The acts of generated scenarios. Default: all that concern the integration. */
  readonly acts?: readonly string[]
  /** The deviations of the own scenario. Default: all but `instances`. */
  readonly deviations?: readonly DeviationKind[]
}

/** The integration reports no problem, so that it cannot tell of a lost right. */
const withoutRights = allKinds.filter((kind) => kind !== 'rights')

export const correctIntegrations: Readonly<Record<string, CorrectIntegration>> = {
  'a mirror': { connect: directory(), own: lifeOfUsers, deviations: withoutRights },
  'a mirror with derived values': {
    connect: derivedMirror,
    own: course,
    acts: ['*user*', '*enroll*', 'planned_courses'],
  },
  'a creator of records': {
    connect: taskCreator,
    own: renamesOf(2) as Scenario,
    acts: ['*user*', '*enroll*', 'planned_courses'],
    deviations: withoutRights,
  },
  'a poller': { connect: poller, own: lifeOfUsers },
  'a queue with a worker': { connect: queueWorker, own: orders },
  'an outbox': { connect: outbox, own: orders },
  'a write-back': { connect: writeBack, own: lifeOfUsers },
  'a deletion in two phases': { connect: twoPhaseDeletion, own: lifeOfUsers },
  'kept accounts': { connect: keptAccounts, own: returning },
  'a counter with a log': { connect: counterAndLog, own: lifeOfUsers },
  'a state with lists': { connect: listState, own: merge },
  'two instances': {
    connect: twoInstances,
    own: lifeOfUsers,
    deviations: deviationKinds,
  },
}

/** The options of the exploration in generated scenarios, and of the one in the own scenario. */
export function explorationsOf(
  { acts, deviations = [] }: CorrectIntegration,
  options: ExploreOptions,
): readonly [generated: ExploreOptions, own: ExploreOptions] {
  const kinds = deviations.length > 0 ? deviations : 'all'
  return [
    { ...options, ...(acts && { acts }) },
    { ...options, deviations: kinds, depth: 2 },
  ]
}
