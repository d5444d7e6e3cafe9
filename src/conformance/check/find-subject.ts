/** Finds the records that the stories are about: those that the integration follows. */
import { eventNamesOf } from '../../engine/define/resource-events.ts'
import type { FieldSpec } from '../../engine/define/fields.ts'
import type { Resource } from '../../engine/define/resource.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { ResourceName } from '../../engine/emulator/record-types.ts'
import type { Scenario } from '../../engine/emulator/scenario.ts'
import { stableJson } from '../run/choice-point.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { resourcesReadBy } from '../explore/generated/alphabet.ts'
import { isUpdated } from '../explore/generated/planned-act.ts'
import { ownResources } from '../run/service-act.ts'
import { newName, oneEnrollment } from './stories/enrollment-stories.ts'
import type { StoryRuns } from './story-runs.ts'
import type { Subject } from './subject.ts'

/**
 * Returns the records that the integration follows, if the enrollments and students of the stories do not concern it:
 * the first resource that it reads whose records change its state.
 */
export async function findSubject(runs: StoryRuns): Promise<Subject | undefined> {
  const { outcome, emulator } = await runs.baselineOf(newName)
  if (outcome.after === undefined || isConcerned(runs, outcome)) return undefined
  const { catalog } = contextOf(emulator).settings
  const read = resourcesReadBy(outcome, emulator)
  const resources = [...catalog.resources.values()]
    .filter(({ name }) => !ownResources.has(name))
    .toSorted((a, b) => Number(read.has(b.name)) - Number(read.has(a.name)))
  for (const resource of resources) {
    const followed: FollowedSubject[] = []
    for (const subject of subjectsOf(resource)) {
      const created = await endingOf(runs.about(subject), oneEnrollment)
      // Note: a field whose value the service refuses says nothing about the others.
      if (created === undefined) continue
      if (!created.isConcerned) break
      followed.push({ subject, createdState: created.state })
      const other = { ...subject, valueFor: () => subject.valueFor(otherName) }
      const createdOther = await endingOf(runs.about(other), oneEnrollment)
      if (created.state !== createdOther?.state) return subject
    }
    if (followed.length === 0) continue
    return (await updatedSubject(runs, followed)) ?? followed[0]?.subject
  }
  return undefined
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
  return { isConcerned: isConcerned(runs, outcome), state: stableJson(outcome.after) }
}

/** Whether the steps of a story have an effect on the integration. */
const isConcerned = (runs: StoryRuns, { stateChanged, callsBeforeEnd }: RunOutcome): boolean =>
  runs.has('state') ? stateChanged : callsBeforeEnd > 0

/** A subject for each field that can stand for a name, texts first. */
function subjectsOf(resource: Resource): readonly Subject[] {
  const { name, shape } = resource
  const events = new Set(eventNamesOf(resource.events ?? {}))
  return Object.entries(shape)
    .filter(([field]) => isUpdated(resource, field))
    .flatMap(([field, { spec }]) => {
      const valueFor = valuesOf(spec)
      return valueFor ? [{ field, valueFor, isText: spec.format === undefined }] : []
    })
    .toSorted((a, b) => Number(b.isText) - Number(a.isText))
    .map(({ field, valueFor }) => ({
      resource: name as ResourceName,
      field,
      valueFor,
      isToldBy: (event) => events.has(event),
    }))
}

/** How a field stands for a name; undefined if it cannot. */
function valuesOf({ kind, format, options, target }: FieldSpec): Subject['valueFor'] | undefined {
  if (kind !== 'string' || options || target !== undefined) return undefined
  const byFormat: Readonly<Record<string, Subject['valueFor']>> = {
    uri: (text) => `https://example.test/${text.toLowerCase()}`,
    email: (text) => `${text.toLowerCase()}@example.test`,
    decimal: (text) => `${text.length}.${(text.charCodeAt(text.length - 1) % 90) + 10}`,
  }
  return format === undefined ? (text) => text : byFormat[format]
}
