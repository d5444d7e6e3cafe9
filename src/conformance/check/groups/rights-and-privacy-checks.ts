/** Checks of rights and privacy: scopes, feature flags, the token and personal data. */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import { scopeNamesIn } from '../../../engine/define/scopes.ts'
import { courseAdministration } from '../../../service/course-administration.ts'
import { allScopes } from '../../../engine/emulator/worlds/seeded-world.ts'
import type { OperationId, ScopeName } from '../../../service/generated/rows.ts'
import { stableJson } from '../../run/choice-point.ts'
import type { EndingDifference } from '../../oracles/difference.ts'
import { ownResources } from '../../run/service-act.ts'
import { checksOf } from '../check-definition.ts'
import { type Finding, failed, passed, skipped } from '../check-verdict.ts'
import { lostPath } from '../lost-path.ts'
import {
  changeWithReads,
  changeWithRefusedReads,
  deletedUserNames,
  newNameWith,
  newNameWithAllFlags,
  noDeletion,
  oneDeletion,
  synchronizationWith,
  synchronizationWithAllScopes,
  workday,
  workdayNames,
} from '../stories/rights-and-privacy-stories.ts'
import { isOneOf, sentenceOf, type StoryRun } from '../story-run.ts'
import type { StoryRuns } from '../story-runs.ts'
import { withFault, withStart } from '../story-variant.ts'
import { watchToken } from '../token-watch.ts'

/** The scopes of the operations that a run calls. */
function scopesUsedIn({ calls }: StoryRun): ScopeName[] {
  const { operations } = courseAdministration().catalog
  const scopes = calls.flatMap(({ operation = '' }) => {
    const found = operations.get(operation)
    return found ? scopeNamesIn(found.scopes) : []
  })
  return [...new Set(scopes)].sort() as ScopeName[]
}

/** All scopes but one. */
const scopesWithout = (removed: ScopeName): ScopeName[] =>
  (allScopes(courseAdministration().catalog) as ScopeName[]).filter((scope) => scope !== removed)

/** The name of a variant of a story whose token lacks a scope. */
const nameWithout = (scope: ScopeName): string => `without-${scope.replaceAll(/[:_]/g, '-')}`

const isRefused = ({ calls }: StoryRun): boolean => calls.some(({ missingScopes }) => missingScopes)

/** Whether a run reports a problem that another one does not. */
const reportsMore = ({ outcome }: StoryRun, other: StoryRun): boolean =>
  outcome.problems.some((problem) => !other.outcome.problems.includes(problem))

async function expectMinimalScopes(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(workday)
  if (plain.outcome.callCount === 0) return skipped('The integration makes no call.', plain)
  const used = scopesUsedIn(plain)
  const start = withStart(workday, 'with-minimal-scopes', (emulator) =>
    emulator.setScopes(emulator.token, used),
  )
  const minimal = await runs.vary(start, {}, workday)
  if (!isOneOf(minimal, ['converged'])) return failed(sentenceOf(minimal), minimal)
  for (const scope of used) {
    const story = withStart(workday, nameWithout(scope), (emulator) =>
      emulator.setScopes(emulator.token, scopesWithout(scope)),
    )
    const run = await runs.vary(story, {}, workday)
    if (isRefused(run) && isOneOf(run, ['converged']) && !reportsMore(run, minimal)) {
      return failed(`The integration calls with the scope ${scope}, and does not need it.`, run)
    }
  }
  return passed(`The integration needs each scope that it uses: ${used.join(', ')}.`)
}

async function expectNoDeletion(runs: StoryRuns): Promise<Finding> {
  const plain = synchronizationWithAllScopes
  let refusedCount = 0
  for (const scope of scopesUsedIn(await runs.plain(plain))) {
    const story = synchronizationWith(scopesWithout(scope), nameWithout(scope))
    const run = await runs.vary(story, {}, plain)
    if (!isRefused(run)) continue
    if (!isOneOf(run, ['converged'])) return failed(`Without ${scope}: ${sentenceOf(run)}`, run)
    refusedCount += 1
  }
  return refusedCount > 0
    ? passed('A synchronization that is refused changes nothing.')
    : skipped('No call of a synchronization is refused.')
}

/** Expects that a single read that is refused removes nothing. */
async function expectKeptRecords(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(changeWithReads)
  const { operations } = courseAdministration().catalog
  let refusedCount = 0
  for (const id of new Set(plain.calls.map(({ operation }) => operation))) {
    const found = id === undefined ? undefined : operations.get(id)
    if (!found || found.method !== 'GET' || !found.path.includes('{')) continue
    const run = await runs.vary(
      changeWithRefusedReads(found.id as OperationId),
      {},
      changeWithReads,
    )
    if (!run.calls.some(({ status }) => status === 403)) continue
    refusedCount += 1
    for (const when of ['before', 'after'] as const) {
      const [kept, actual] = [plain, run].map(({ outcome }) => outcome[when]?.state)
      const lost = actual === undefined ? undefined : lostPath('state', [kept, kept, actual])
      if (lost) return failed(`After status 403 to ${found.id}, ${lost} is absent.`, run)
    }
  }
  return refusedCount > 0
    ? passed('A single read that is refused removes nothing.')
    : skipped('No read of a single record is refused.', plain)
}

/** The feature flags that change what an integration of an LMS reads. */
const flagNames = ['Manage principal ids', 'Course edition external link'] as const

async function expectFlagsOff(runs: StoryRuns): Promise<Finding> {
  const plain = newNameWithAllFlags
  for (const flag of flagNames) {
    const story = newNameWith({ [flag]: false }, flag.toLowerCase().replaceAll(' ', '-'))
    const run = await runs.vary(story, {}, plain)
    if (!isOneOf(run, ['converged']) && !lacksAttributesOnly(run, flag))
      return failed(`Without "${flag}": ${sentenceOf(run)}`, run)
    const [problem] = run.outcome.problems
    if (problem !== undefined) return failed(`Without "${flag}" work fails: ${problem}`, run)
  }
  return passed('The integration works on when a feature flag is switched off.')
}

/**
 * Whether a run differs from its reference only in attributes that a flag hides, by their names or by their values, and has
 * none of them.
 */
function lacksAttributesOnly(
  { outcome, judgement: { differences, hasSameEnding } }: StoryRun,
  flag: (typeof flagNames)[number],
): boolean {
  const { store, catalog } = contextOf(outcome.world())
  const names = new Set<string>()
  const values = new Set<string>()
  for (const { name, shape } of catalog.resources.values()) {
    for (const [field, { spec }] of Object.entries(shape)) {
      if (spec.flag !== flag) continue
      names.add(field)
      for (const row of store.scan(name)) values.add(stableJson(row[field]))
    }
  }
  const isHidden = ({ path, expected, actual }: EndingDifference): boolean =>
    (actual ?? null) === null &&
    (names.has(path.slice(path.lastIndexOf('.') + 1)) || values.has(stableJson(expected)))
  return !hasSameEnding && differences.length > 0 && differences.every(isHidden)
}

async function expectOwnOrigin(runs: StoryRuns): Promise<Finding> {
  const watch = watchToken()
  const run = await runs.vary(workday, { connection: watch.connection }).finally(() => watch.stop())
  const other = watch.urls.find(({ isService }) => !isService)
  if (other) return failed(`The token is sent to ${other.url.origin}.`, run)
  return watch.urls.length > 0
    ? passed('The token is sent to the service only.')
    : skipped('No request with the token goes through `fetch` of the connection.', run)
}

async function expectNoPersonalData(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(workday)
  let problemCount = 0
  for (const operation of new Set(plain.calls.map((call) => call.operation))) {
    if (operation === undefined) continue
    const fault = { at: 'request', operation, with: { status: 500 } } as never
    const story = withFault(workday, operation.replaceAll('_', '-'), fault)
    const run = await runs.vary(story, {}, workday)
    problemCount += run.outcome.problems.length
    for (const problem of run.outcome.problems) {
      const found = workdayNames.find((name) => problem.replaceAll('%40', '@').includes(name))
      if (found) return failed(`A problem contains "${found}".`, run)
    }
  }
  return problemCount > 0
    ? passed('The problems that the integration reports contain no name and no email.')
    : skipped('The integration reports no problem when an operation fails.', plain)
}

/** The personal data of the deleted user in the state after the final synchronization. */
const deletedDataIn = ({ outcome }: StoryRun): string | undefined => {
  const state = JSON.stringify(outcome.after?.state) ?? ''
  return deletedUserNames.find((name) => state.includes(name))
}

/** Whether a record of the service has a text: the integration may show it, whatever it is. */
function isInService({ outcome }: StoryRun, text: string): boolean {
  const { store, catalog } = contextOf(outcome.world())
  return [...catalog.resources.keys()]
    .filter((table) => !ownResources.has(table))
    .some((table) => [...store.scan(table)].some((row) => JSON.stringify(row).includes(text)))
}

async function expectForgottenUser(runs: StoryRuns): Promise<Finding> {
  const plain = await runs.plain(noDeletion)
  if (deletedDataIn(plain) === undefined) {
    return skipped('`state()` contains no name and no email of a user.', plain)
  }
  const lost = { at: 'delivery', event: 'user.deleted', with: { drop: true } } as const
  for (const story of [oneDeletion, withFault(oneDeletion, 'lost-event', lost)]) {
    const run = await runs.vary(story, {}, noDeletion)
    if (!run.outcome.after) return failed(sentenceOf(run), run)
    const found = deletedDataIn(run)
    if (found && !isInService(run, found))
      return failed(`\`state()\` contains "${found}" after the user is deleted.`, run)
  }
  return passed('`state()` contains no data of a deleted user after a synchronization.')
}

export const rightsAndPrivacyChecks = checksOf('rights and privacy', [
  {
    id: 'minimal-scopes',
    why: 'A token with more scopes than the work needs is a risk without a use.',
    must: 'The integration works with a token that has only the scopes that it uses, and needs each of them: without one, it ends in another way or reports a problem.',
    story: workday,
    needs: ['state'],
    perform: expectMinimalScopes,
  },
  {
    id: 'refused-call',
    why: 'A call that is refused says nothing about the records that it asks for.',
    must: 'A synchronization whose calls are refused with 403 changes no state.',
    story: synchronizationWithAllScopes,
    needs: ['resync', 'ending'],
    perform: expectNoDeletion,
  },
  {
    id: 'feature-flag-off',
    why: 'An administrator can switch a feature flag off, and its attributes are absent then.',
    must: 'The integration ends in the same way and reports no problem when a feature flag is off.',
    story: newNameWithAllFlags,
    needs: ['fetch', 'ending'],
    perform: expectFlagsOff,
  },
  {
    id: 'token-origin',
    why: 'A token that is sent to another origin can be used by others.',
    must: 'The token is sent to the origin of `baseUrl` only.',
    story: workday,
    needs: [],
    perform: expectOwnOrigin,
  },
  {
    id: 'personal-data-in-problems',
    why: 'Error reports are kept and read by people who may not see personal data.',
    must: '`problems()` contains no name and no email of a user.',
    story: workday,
    needs: ['problems'],
    perform: expectNoPersonalData,
  },
  {
    id: 'deleted-users',
    why: 'The personal data of a deleted user must not stay in other systems.',
    must: '`state()` contains no name and no email of a deleted user after a synchronization.',
    story: oneDeletion,
    needs: ['state'],
    perform: expectForgottenUser,
  },
  {
    id: 'refused-read',
    why: 'A single read that is refused does not say that the record is gone.',
    must: 'The state keeps its records when the reads of single records are refused with 403.',
    story: changeWithReads,
    needs: ['state'],
    perform: expectKeptRecords,
  },
])
