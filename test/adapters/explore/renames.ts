/** A scenario in which two users change their last names. */
import { scenario } from 'course-admin-emulator/scenarios'

export default scenario(
  'renames',
  {
    summary: 'Two users change their last names. The first one changes hers twice.',
    given: ({ given }) => [
      given('users', { last_name: 'Berg' }),
      given('users', { last_name: 'Bos' }),
    ],
  },
  async ({ emulator, step, given: [mia, tom] }) => {
    const rename = (user: typeof mia, last_name: string) =>
      step(`${user?.last_name} becomes ${last_name}`, () => {
        emulator.act.updateUser({ user: user?.id as number, last_name })
      })
    await rename(mia, 'Dekker')
    await rename(mia, 'Smit')
    await rename(tom, 'Visser')
  },
)
