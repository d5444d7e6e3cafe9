/** The runs that the pictures of the documentation show. */
import { createEmulator, type Emulator, type Story } from 'course-admin-emulator'
import { explore } from 'course-admin-emulator/explore'
import { forgetful, rename } from '../conformance/explore/guide-example.ts'

/** A merge while the endpoint answers 503, and its delivery five minutes later. */
export async function mergeWhileDown(emulator: Emulator): Promise<void> {
  const primary = emulator.given('users', { first_name: 'Mia' })
  const secondary = emulator.given('users', { first_name: 'Double' })
  const hook = emulator.receiver({ url: 'https://app.test/hooks', answer: 503 })
  emulator.act.mergeUsers({ primary, secondary })
  await emulator.settle()
  hook.answer(204)
  await emulator.advance('5m')
}

/** The options of the emulator whose inspector is pictured. */
export const picturedOptions = { world: 'small-school', clock: 'virtual' } as const

/** The shortest failing run of the guide on explorations. */
async function failingRun(): Promise<Story> {
  const { failures } = await explore(rename, forgetful, { depth: 1 })
  return failures[0]?.story as Story
}

/** The story in each picture, by the name of its file. */
export async function picturedStories(): Promise<
  Readonly<Record<'inspector' | 'exploration', Story>>
> {
  const emulator = createEmulator(picturedOptions)
  await mergeWhileDown(emulator)
  return { inspector: emulator.story(), exploration: await failingRun() }
}

/** What a picture shows, as text: without places in the code and real times. */
export const shownIn = ({ entries, participants }: Story): string =>
  JSON.stringify({
    participants: participants.map(({ name }) => name),
    entries: entries.map(({ at, title, why, severity }) => [at, title, why, severity]),
  })
