/**
 * The stories of random sessions: each entry with its place, its outcome, why it came so, and what it shows. `--update`
 * records a wanted change.
 */
import type { Story } from 'course-admin-emulator'
import { expect, test } from 'vitest'
import { newCoverage, openSession, runStep } from '../../golden/session.ts'

type StoryEntry = Story['entries'][number]

const keysOf = (message: object | undefined): string =>
  Object.entries(message ?? {})
    .map(([name, value]) => (name === 'status' ? `status ${value}` : name))
    .join(', ')

/** The entry as lines: its sentence, then each further fact. */
function linesOf({ number, at, track, severity, kind, title, ...entry }: StoryEntry): string[] {
  const { outcome, why, request, response, behaviours, ...facts } = entry
  const { realMs: _, place: __, ...stable } = facts as Record<string, unknown>
  const head = `${number} ${at.slice(11, 23)} ${track} ${severity} ${kind}: ${title}`
  return [
    outcome === undefined ? head : `${head} -> ${outcome}`,
    ...(why === undefined ? [] : [`  why: ${why}`]),
    ...(request === undefined ? [] : [`  request: ${keysOf(request)}`]),
    ...(response === undefined ? [] : [`  response: ${keysOf(response)}`]),
    ...(behaviours === undefined ? [] : [`  relies on ${behaviours.length} behaviours`]),
    ...Object.entries(stable).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
  ]
}

/** The actions that begin another journal, or end it: each story is the whole one of its session. */
const none = (): void => undefined
const withoutEnds = { fork: none, load: none, reset: none }

test.each([5, 6, 8])('the story of the session of seed %i', async (seed) => {
  const session = openSession(seed, newCoverage(), withoutEnds)
  for (let step = 0; step < 45; step += 1) await runStep(session)
  const { entries, participants, behaviours, faults, pending, dropped } = session.emulator.story()
  const lines = [
    ...entries.flatMap(linesOf),
    ...participants.map((each) => `participant ${JSON.stringify(each)}`),
    ...faults.map((each) => `fault ${JSON.stringify(each)}`),
    ...pending.map((each) => `pending ${JSON.stringify(each)}`),
    `${Object.keys(behaviours).length} behaviours, dropped ${JSON.stringify(dropped)}`,
  ]
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`recorded/story-${seed}.txt`)
})
