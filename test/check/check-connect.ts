/** Connects the example integration to a report card. The sent messages are a part of its state. */
import type { Connect } from '../../src/scenarios/integration.ts'
import { createMail } from '../examples/lms/variants/mail.ts'
import { createWelcoming } from '../examples/lms/variants/welcome.ts'
import { exampleConnect, type MiddlewareFactory } from '../explore/example-connect.ts'

export const checkConnect =
  (create: MiddlewareFactory = createWelcoming): Connect =>
  async (connection) => {
    const integration = await exampleConnect(create)(connection)
    return {
      ...integration,
      state: async () => ({
        lms: await integration.state?.(),
        messages: createMail(connection.storage).messages().sort(),
      }),
    }
  }
