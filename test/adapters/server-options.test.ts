/** The options of a server that are not an object. */
import { expect, test } from 'vitest'
import { startServer } from 'course-admin-emulator/server'

test.each([null, 4010, []])('options %o are refused', async (options) => {
  await expect(startServer(options as never)).rejects.toMatchObject({
    name: 'EmulatorError',
    code: 'bad_option',
    message: expect.stringContaining('Could not start the server'),
  })
})
