/** Stories of time: courses that start and end, outages, and a token that is replaced. */
import { contextOf } from '../../../engine/emulator/emulator.ts'
import type { Emulator } from '../../../engine/emulator/emulator-api.ts'
import { removeRights } from '../../run/lost-rights.ts'
import { createCalendar, dayAfter } from '../../../engine/model/calendar.ts'
import { type Scenario, scenario } from '../../../engine/emulator/scenario.ts'
import { givenEdition, givenPerson } from '../../../service/scenarios/parts/sample-records.ts'
import { cancelPlace, change, enrollEach } from './story-acts.ts'

const halfAnHourMs = 1_800_000

/** When and where a course begins and ends. */
interface CourseDates {
  /** The start of the clock. */
  readonly start: string
  /** The time zone of the tenant. */
  readonly zone: string
  readonly startDate: string
  readonly endDate: string
}

/** A course begins and ends at midnight in the time zone of the tenant. */
const courseThatEnds = (name: string, { start, zone, startDate, endDate }: CourseDates) =>
  scenario(
    name,
    {
      summary: `A course begins and ends at midnight in ${zone}.`,
      start,
      given(emulator) {
        const mia = givenPerson(emulator, 'Mia')
        emulator.act.update('educators', 1, { time_zone: zone })
        const dates = { start_date: startDate, end_date: endDate }
        return { mia, edition: givenEdition(emulator, 'First aid', dates) }
      },
    },
    async ({ emulator, step, given: { mia, edition } }) => {
      const { startOfDay } = createCalendar()
      const soonAfter = (day: string): Date => new Date(startOfDay(day, zone) + halfAnHourMs)
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
      await step('The course begins', () => emulator.advance({ to: soonAfter(startDate) }))
      await step('The course ends', () => emulator.advance({ to: soonAfter(dayAfter(endDate)) }))
    },
  ) as Scenario

const winterDays = {
  start: '2026-01-05T09:00:00.000Z',
  startDate: '2026-01-07',
  endDate: '2026-01-08',
}

/** A course that ends at midnight in UTC, and the same course west and east of it. */
export const courseInUtc = courseThatEnds('course-in-utc', { ...winterDays, zone: 'UTC' })
export const coursesInOtherZones = [
  courseThatEnds('course-in-the-west', { ...winterDays, zone: 'America/Los_Angeles' }),
  courseThatEnds('course-in-the-east', { ...winterDays, zone: 'Pacific/Auckland' }),
]

/** A course that ends a week before daylight saving time begins, and one that ends on its first day. */
export const courseBeforeTheSwitch = courseThatEnds('course-before-the-switch', {
  start: '2026-03-19T09:00:00.000Z',
  zone: 'Europe/Amsterdam',
  startDate: '2026-03-21',
  endDate: '2026-03-22',
})
export const courseAcrossTheSwitch = courseThatEnds('course-across-the-switch', {
  start: '2026-03-26T09:00:00.000Z',
  zone: 'Europe/Amsterdam',
  startDate: '2026-03-28',
  endDate: '2026-03-29',
})

const givenClass = (emulator: Emulator) => ({
  mia: givenPerson(emulator, 'Mia'),
  ann: givenPerson(emulator, 'Ann'),
  teacher: emulator.given('teachers', { user_id: givenPerson(emulator, 'Tess').id }),
  edition: givenEdition(emulator, 'First aid'),
})

type GivenClass = ReturnType<typeof givenClass>

/**
 * A user has another name, and a teacher is assigned. No user is enrolled: an integration may send a message for
 * the event of an enrollment, and a synchronization may not.
 */
function changeRecords(emulator: Emulator, { mia, teacher, edition }: GivenClass): void {
  change(emulator, mia, { last_name: 'Dekker' })
  emulator.act.assignTeacher({ planned_course: edition, teacher })
}

/**
 * An enrollment starts while the webhook endpoint is down, or not. A synchronization follows an outage only, so that
 * its result is compared with that of the events.
 */
const startOfEnrollment = (name: string, isOffline: boolean): Scenario =>
  scenario(
    name,
    { summary: 'An enrollment starts while the webhook endpoint is down.', given: givenClass },
    async ({ emulator, step, resync, given: { mia, ann, edition } }) => {
      await step('Mia and Ann are enrolled', () => enrollEach(emulator, [mia, ann], edition))
      await step('Eight days pass', async () => {
        if (isOffline) emulator.outage({ of: 'webhooks', until: '8d' })
        await emulator.advance('8d')
      })
      await step('The endpoint is up', () => {
        if (isOffline) resync()
      })
    },
  ) as Scenario

export const startWhileOnline = startOfEnrollment('start-while-online', false)
export const startWhileOffline = startOfEnrollment('start-while-offline', true)

/** The webhook endpoint is down for longer than three attempts take, or not. */
const changesInOutage = (name: string, hasOutage: boolean): Scenario =>
  scenario(
    name,
    { summary: 'The webhook endpoint is down for 30 minutes.', given: givenClass },
    async ({ emulator, step, resync, given }) => {
      const { mia, ann, edition } = given
      await step('Mia and Ann are enrolled', () => enrollEach(emulator, [mia, ann], edition))
      await step('The integration synchronizes everything', resync)
      await step('Ann cancels, other records change, and 30 minutes pass', async () => {
        if (hasOutage) emulator.outage({ of: 'webhooks', until: '30m' })
        cancelPlace(emulator, ann, edition)
        changeRecords(emulator, given)
        await emulator.advance('31m')
      })
      await step('The integration synchronizes everything again', resync)
    },
  ) as Scenario

export const changesWithoutOutage = changesInOutage('changes-without-outage', false)
export const changesInLongOutage = changesInOutage('changes-in-long-outage', true)

/** The token that replaces the one of a run. The integration receives it at its next start. */
export const newTokens = new WeakMap<Emulator, string>()

/** The token of the integration is revoked and replaced, or not. */
const enrollmentsWithToken = (name: string, isRevoked: boolean): Scenario =>
  scenario(
    name,
    { summary: 'The token of the integration is revoked and replaced.', given: givenClass },
    async ({ emulator, step, resync, given }) => {
      const { mia, ann, edition } = given
      await step('Mia is enrolled', () => enrollEach(emulator, [mia], edition))
      await step('The token is revoked, and records change', () => {
        if (isRevoked) removeRights(contextOf(emulator), emulator.token, 'all')
        changeRecords(emulator, given)
      })
      await step('The integration starts with another token, and Ann is enrolled', () => {
        if (isRevoked) newTokens.set(emulator, emulator.mintToken())
        enrollEach(emulator, [ann], edition)
      })
      await step('The integration synchronizes everything', resync)
    },
  ) as Scenario

export const validToken = enrollmentsWithToken('valid-token', false)
export const replacedToken = enrollmentsWithToken('replaced-token', true)
