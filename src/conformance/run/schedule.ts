/** Histories: a scenario with an ordered list of deviations. Their texts can be read and replayed. */
import { EmulatorError, unknownNameError } from '../../engine/errors/errors.ts'
import {
  type DeviationDefinition,
  deviationTable,
  findDeviation,
} from '../deviations/deviations.ts'

/** A deviation at one choice point. */
export interface Deviation {
  /** The name in the table of deviations: `unconfirmed`. */
  readonly name: string
  /** The identity of the choice point: `user.updated id=1 #1`. */
  readonly point: string
}

/** The deviations of a run, in the order of their choice points. The plain run has none. */
export type History = readonly Deviation[]

/** Formats a history: `500 at GET /users/1 #2; early at step 2`. The plain run is `plain`. */
export const formatHistory = (history: History): string =>
  history.length === 0 ? 'plain' : history.map(formatDeviation).join('; ')

export const formatDeviation = ({ name, point }: Deviation): string => `${name} at ${point}`

const example = 'Give a text that an exploration printed, such as "500 at GET /users/1 #2".'

/** @throws EmulatorError if a part is not a deviation at a choice point */
export function parseHistory(text: string): History {
  if (typeof text !== 'string') throw badReplay(`${String(text)} is not a text`)
  if (text.trim() === 'plain') return []
  const joint = findMisjoined(text)
  if (joint !== undefined)
    throw badReplay(
      `"${joint}" follows another deviation without "; "`,
      'Join deviations with "; ".',
    )
  const history = text.split('; ').map((part) => {
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
  assertDistinctPoints(history)
  return history
}

function assertDistinctPoints(history: History): void {
  const points = history.map(({ point }) => point)
  const repeated = points.find((point, index) => points.indexOf(point) < index)
  if (repeated === undefined) return
  throw badReplay(`"${repeated}" has two deviations`, 'Give one deviation for each choice point.')
}

/** The entry of the table for a deviation. */
export const definitionOf = ({ name }: Deviation): DeviationDefinition =>
  findDeviation(name) as DeviationDefinition

/**
 * Whether a run only has alternatives of assumptions, or no deviation. Such a run has no reference run: its state before
 * the final synchronization is compared with the state after it.
 */
export const isAlternativeHistory = (history: History): boolean =>
  history.every((each) => definitionOf(each).kind === 'assumptions')

/** A deviation after a comma, or after a semicolon without a space. */
const findMisjoined = (text: string): string | undefined =>
  [...text.matchAll(/(?:,\s*|;)(?=((\S+) at ))/g)].find(([, , name = '']) =>
    findDeviation(name),
  )?.[1]

const badReplay = (reason: string, advice = example): EmulatorError =>
  new EmulatorError('bad_replay', { action: 'replay a history', reason, advice })
