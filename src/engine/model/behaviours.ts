/** Behaviours of records, events and dates. */
import { assumed, behaviour } from '../define/behaviour.ts'

export const companionUpdated = assumed(
  'companion.updated',
  'a change of a record also emits an event for its companion in the catalog',
  {
    reason: 'a companion shows fields of its record',
    alternatives: { alternative: 'only the changed record emits an event' },
  },
)

export const derivedSilently = assumed(
  'event.derived',
  'a change of a value that a record shows but does not store emits no event',
  {
    reason: 'the document does not say; the record itself does not change',
    alternatives: { alternative: 'the record that shows the value emits its ".updated" event' },
  },
)

export const singleEventName = assumed(
  'event.named',
  'a transition with its own event emits that event, and ".updated" too if the same request changes the record in other ways',
  {
    reason: 'the contract lists both events; the own event says nothing of other changes',
    alternatives: { alternative: 'the transition always emits its own event and ".updated"' },
  },
)

export const listedEvents = behaviour(
  'event.listed',
  'a change emits the event that the contract lists for it; a change without a listed event emits none',
  'event-list',
)

export const recordPayload = behaviour(
  'event.payload',
  'the event of an existing record contains the record in the form of its read operation',
  'event-data',
)

export const deletedPayload = assumed(
  'event.deleted',
  'the event of a deleted record contains only its id',
  { reason: 'the document says so of user.deleted only, and does not show the name of the key' },
)

export const deletedKey = assumed(
  'event.deleted.key',
  'the event of a deleted record has the id under the key id',
  {
    reason: 'the document says that the payload carries only the id, but not under which key',
    alternatives: {
      alternative: 'the key has the name of the record: user_id for user.deleted',
    },
    isExplored: false,
  },
)

export const changeMoments = assumed(
  'timestamp.fraction',
  "created_at, updated_at and other moments of a change are the time of the emulator's clock, in milliseconds",
  {
    reason: 'the document gives timestamps milliseconds',
    alternatives: { alternative: 'the fraction of such a moment is .000' },
  },
)

export const eventOrder = assumed(
  'event.order',
  'the events of one commit are in order: parents before children, created before updated',
  {
    reason:
      'the document does not say; in this order, a receiver knows the parent of each new record',
  },
)

export const oneEventPerRecord = assumed(
  'event.once',
  'several changes of one record in one request emit each event once, with the final record',
  {
    reason: 'the document does not say; the states in between are not visible to a client',
    alternatives: {
      alternative: 'each change of a record emits an event, with the record after that change',
    },
  },
)

export const tokenOwner = behaviour('auth.owner', 'an API key belongs to a user', 'key-owner')

export const dateTransition = assumed(
  'transition.date',
  "states change automatically at the start of the first day and the end of the last day, in the tenant's time zone",
  { reason: 'the states and the dates are documented; the transitions between the states are not' },
)

export const transitionEvent = assumed(
  'transition.event',
  'a transition by date emits ".updated"',
  {
    reason: 'the document does not say; every other change emits an event',
    alternatives: { alternative: 'a transition by date emits no event' },
  },
)
