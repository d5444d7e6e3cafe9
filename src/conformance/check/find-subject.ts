/** Finds the records that the stories are about: those that the integration follows. */
import { eventNamesOf } from '../../engine/define/resource-events.ts'
import type { FieldSpec } from '../../engine/define/fields.ts'
import type { Resource } from '../../engine/define/resource.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Catalog } from '../../engine/model/catalog.ts'
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { stableJson } from '../run/choice-point.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { resourcesReadBy } from '../explore/generated/alphabet.ts'
import { isUpdated } from '../run/changed-fields.ts'
import { writesNothing } from '../run/written-rows.ts'
import { ownResources } from '../run/service-act.ts'
import { newName, oneEnrollment } from './stories/enrollment-stories.ts'
import type { StoryRuns } from './story-runs.ts'
import type { Completion, Subject } from './subject.ts'

/**
 * Returns the records that the integration follows, if the enrollments of the stories do not concern it:
 * the first resource that it reads whose records change its state, or the first act of a record that does.
 */
export async function findSubject(runs: StoryRuns): Promise<Subject | undefined> {
  const { outcome, emulator } = await runs.baselineOf(newName)
  if (outcome.after === undefined) return undefined
  const { catalog } = contextOf(emulator).settings
  const read = resourcesReadBy(outcome, emulator)
  const enrolled = await runs.baselineOf(oneEnrollment)
  for (const isConcerned of concernsOf(runs)) {
    if (isConcerned(enrolled.outcome)) return undefined
    const found = await findConcerning(runs, { catalog, read, isConcerned })
    if (found) return found
  }
  return undefined
}

/** Whether the steps of a story have an effect on the integration. */
type IsConcerned = (outcome: RunOutcome) => boolean

/** What tells that a story concerns the integration: the best evidence first. */
function concernsOf(runs: StoryRuns): readonly IsConcerned[] {
  if (!runs.has('state'))
    return [({ rows }) => !writesNothing(rows), ({ callsBeforeEnd }) => callsBeforeEnd > 0]
  // Note: an integration with an endpoint shows by a delivery that it is concerned.
  return [({ stateChanged, changesEarly }) => (runs.has('fetch') ? changesEarly : stateChanged)]
}

interface Concern {
  readonly catalog: Catalog
  /** The resources whose operations the integration calls. */
  readonly read: ReadonlySet<string>
  readonly isConcerned: IsConcerned
}

async function findConcerning(
  runs: StoryRuns,
  { catalog, read, isConcerned }: Concern,
): Promise<Subject | undefined> {
  const isRead = ({ name, companions }: Resource): boolean =>
    read.has(name) || companions.some(({ table }) => read.has(table))
  const resources = [...catalog.resources.values()]
    // Note: a companion is created and removed with its owner.
    .filter(({ name }) => !ownResources.has(name) && catalog.companionOwners(name).length === 0)
    .toSorted((a, b) => Number(isRead(b)) - Number(isRead(a)))
  for (const resource of resources) {
    const found = await followedSubject(runs, subjectsOf(resource, catalog), {
      isConcerned,
      isRead: isRead(resource),
    })
    if (found) return found
  }
  for (const resource of resources) {
    for (const completion of completionsOf(resource)) {
      const subjects = subjectsOf(resource, catalog).map((subject) => ({ ...subject, completion }))
      const found = await followedSubject(runs, subjects, { isConcerned, isRead: isRead(resource) })
      if (found) return found
    }
  }
  return undefined
}

/**
 * The subject whose field the state shows best; undefined if the creation of a record does not concern the integration. The
 * creation of a record that the integration does not read can concern it by a record that is created with it.
 */
async function followedSubject(
  runs: StoryRuns,
  subjects: readonly Subject[],
  { isConcerned, isRead }: { readonly isConcerned: IsConcerned; readonly isRead: boolean },
): Promise<Subject | undefined> {
  const followed: FollowedSubject[] = []
  for (const subject of subjects) {
    const created = await endingOf(runs.about(subject), oneEnrollment)
    // Note: a field whose value the service refuses says nothing about the others.
    if (created === undefined) continue
    if (!isConcerned(created.outcome)) return undefined
    followed.push({ subject, createdState: created.state })
    const other = { ...subject, valuesFor: () => subject.valuesFor(otherName) }
    const createdOther = await endingOf(runs.about(other), oneEnrollment)
    if (created.state !== createdOther?.state) return subject
  }
  return (await updatedSubject(runs, followed)) ?? (isRead ? followed[0]?.subject : undefined)
}

const otherName = 'Vos'

/** A subject with the state after a record of it was created. */
interface FollowedSubject {
  readonly subject: Subject
  readonly createdState: string
}

/** The first subject whose update changes the state. */
async function updatedSubject(
  runs: StoryRuns,
  followed: readonly FollowedSubject[],
): Promise<Subject | undefined> {
  for (const { subject, createdState } of followed) {
    const updated = await endingOf(runs.about(subject), newName)
    if (createdState !== updated?.state) return subject
  }
  return undefined
}

/** Returns undefined if the run has no ending. */
async function endingOf(runs: StoryRuns, story: Scenario) {
  const { outcome } = await runs.baselineOf(story)
  if (outcome.after === undefined) return undefined
  return { outcome, state: stableJson(outcome.after) }
}

/** A subject for each field that can stand for a name, texts first, and one without a field. */
function subjectsOf(resource: Resource, catalog: Catalog): readonly Subject[] {
  const { name, shape, companions } = resource
  const tables = new Set([name, ...companions.map(({ table }) => table)])
  const told = new Set(
    [...tables].flatMap((table) => eventNamesOf(catalog.resources.get(table)?.events ?? {})),
  )
  const named = Object.entries(shape)
    .filter(([field]) => isUpdated(resource, field))
    .flatMap(([field, { spec }]) => {
      const valueFor = valuesOf(spec)
      if (!valueFor) return []
      const valuesFor: Subject['valuesFor'] = (text) => ({ [field]: valueFor(text) })
      return [{ valuesFor, isText: spec.kind === 'string' && spec.format === undefined }]
    })
    .toSorted((a, b) => Number(b.isText) - Number(a.isText))
    .map(({ valuesFor }) => valuesFor)
  return [...named, () => ({})].map((valuesFor) => ({
    resource: name as ResourceName,
    valuesFor,
    isToldBy: (event) => told.has(event),
    isRemovalTold: resource.events?.deleted !== undefined,
  }))
}

/** The acts that need nothing but a record of the resource: `approve_order`. */
const completionsOf = ({ name, acts }: Resource): readonly Completion[] =>
  Object.entries(acts).flatMap(([act, { input }]) => {
    const [only, ...others] = Object.entries(input).filter(([, { spec }]) => spec.required)
    return only?.[1].spec.target === name && others.length === 0 ? [{ act, input: only[0] }] : []
  })

/** How a field stands for a name; undefined if it cannot. */
function valuesOf({
  kind,
  format,
  options,
  target,
  polymorphicTarget,
  unique,
  flag,
}: FieldSpec): ((text: string) => unknown) | undefined {
  // Note: students of a story can have one name, and a check switches flags off.
  if (options || unique || flag || target !== undefined || polymorphicTarget) return undefined
  const numberFor = (text: string): number =>
    [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 89, 0) + 10
  if (kind === 'integer' || kind === 'number') return numberFor
  if (kind !== 'string') return undefined
  const byFormat: Readonly<Record<string, (text: string) => unknown>> = {
    uri: (text) => `https://example.test/${text.toLowerCase()}`,
    email: (text) => `${text.toLowerCase()}@example.test`,
    decimal: (text) => `${text.length}.${numberFor(text)}`,
  }
  return format === undefined ? (text) => text : byFormat[format]
}
