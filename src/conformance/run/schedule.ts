/** Schedules: a scenario with an ordered list of deviations. Their texts can be read and replayed. */
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import type { Deviation, DeviationDefinition } from '../deviations/deviation.ts'
import { deviationTable, findDeviation, kindOf } from '../deviations/kinds.ts'

/** The deviations of a run, in the order of their choice points. The baseline run has none. */
export type Schedule = readonly Deviation[]

/** Formats a schedule: `500 at GET /users/1 #2; early at step 2`. The baseline run is `baseline`. */
export const formatSchedule = (schedule: Schedule): string =>
  schedule.length === 0 ? 'baseline' : schedule.map(formatDeviation).join('; ')

export const formatDeviation = ({ name, point }: Deviation): string => `${name} at ${point}`

/** The replay text of a generated scenario has the acts before this and the schedule after it. */
export const actsSeparator = ' | '

const example = 'Give a text that an exploration printed, such as "500 at GET /users/1 #2".'

/** @throws EmulatorError if a part is not a deviation at a choice point */
export function parseSchedule(text: string): Schedule {
  if (typeof text !== 'string') throw badReplay(`${String(text)} is not a text`)
  if (text.trim() === 'baseline') return []
  if (text.includes(actsSeparator))
    throw badReplay(
      `"${text}" begins with acts, and is of a generated scenario`,
      'Leave out the scenario to replay it.',
    )
  const joint = findMisjoined(text)
  if (joint !== undefined)
    throw badReplay(
      `"${joint}" follows another deviation without "; "`,
      'Join deviations with "; ".',
    )
  const schedule = text.split('; ').map((part) => {
    const match = /^(\S+) at (.+)$/.exec(part.trim())
    if (!match) throw badReplay(`"${part}" is not a deviation at a choice point`)
    const [, name = '', point = ''] = match
    if (findDeviation(name)) return { name, point }
    throw unknownNameError(
      'deviation',
      name,
      deviationTable.map((each) => each.name),
    )
  })
  assertDistinctPoints(schedule)
  return schedule
}

function assertDistinctPoints(schedule: Schedule): void {
  const points = schedule.map((each) => `${definitionOf(each).at} ${each.point}`)
  const index = points.findIndex((point, i) => points.indexOf(point) < i)
  if (index < 0) return
  throw badReplay(
    `"${schedule[index]?.point}" has two deviations`,
    'Give one deviation for each choice point.',
  )
}

/** The entry of the table for a deviation. */
export const definitionOf = ({ name }: Deviation): DeviationDefinition =>
  findDeviation(name) as DeviationDefinition

/**
 * Whether a run has no reference run, only alternatives of assumptions or no deviation: its state before the final
 * synchronization is compared with the state after it.
 */
export const isComparedWithItself = (schedule: Schedule): boolean =>
  schedule.every(({ name }) => kindOf(name).comparedWith === 'itself')

/** A deviation after a comma, or after a semicolon without a space. */
const findMisjoined = (text: string): string | undefined =>
  [...text.matchAll(/(?:,\s*|;)(?=((\S+) at ))/g)].find(([, , name = '']) =>
    findDeviation(name),
  )?.[1]

const badReplay = (reason: string, advice: string = example): EmulatorError =>
  new EmulatorError('bad_replay', { action: 'replay a schedule', reason, advice })
