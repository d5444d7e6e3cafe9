/** Places the participants of a story in columns. Many receivers or clients share their last column. */
import type { StoryParticipant, StoryRole } from '../../engine/journal/story.ts'
import { formatCount } from '../format.ts'

/** The largest number of columns of receivers, and of clients. */
const columnsMax = 6

/** The largest number of columns: those of four roles. */
export const allColumnsMax = 4 * columnsMax

export interface SequenceColumn extends StoryParticipant {
  /** The names of the participants that share the column. */
  readonly names: readonly string[]
}

export interface Columns {
  readonly list: readonly SequenceColumn[]
  /** Returns the place of a participant, from 0; that of the service for an unknown one. */
  indexOf(participant: string): number
}

export function columnsOf(participants: readonly StoryParticipant[]): Columns {
  const list: SequenceColumn[] = []
  const places = new Map<string, number>()
  for (const participant of participants) {
    const own = participants.filter(({ role }) => role === participant.role)
    const isShared = own.length > columnsMax && own.indexOf(participant) >= columnsMax - 1
    const shared = isShared ? list.findIndex(({ id }) => id === restId(participant.role)) : -1
    places.set(participant.id, shared < 0 ? list.length : shared)
    if (shared >= 0) continue
    const rest = own.slice(columnsMax - 1)
    list.push(
      isShared
        ? {
            id: restId(participant.role),
            role: participant.role,
            name: `${formatCount(rest.length)} other ${participant.role}s`,
            names: rest.map(({ name }) => name),
          }
        : { ...participant, names: [participant.name] },
    )
  }
  const service = Math.max(
    0,
    list.findIndex(({ role }) => role === 'service'),
  )
  return { list, indexOf: (participant) => places.get(participant) ?? service }
}

const restId = (role: StoryRole): string => `${role}:rest`
