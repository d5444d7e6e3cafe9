/** Connects the example integration to a report card. The messages that it sent twice are a part of its state. */
import type { Connect } from '../../../src/conformance/scenario/integration.ts'
import { createMail } from '../../examples/lms/variants/mail.ts'
import { createComplete } from '../../examples/lms/variants/complete.ts'
import { exampleConnect, type MiddlewareFactory } from '../explore/example-connect.ts'

export const checkConnect =
  (create: MiddlewareFactory = createComplete): Connect =>
  async (connection) => {
    const integration = await exampleConnect(create)(connection)
    return {
      ...integration,
      state: async () => ({
        lms: await integration.state?.(),
        // Note: a synchronization sends no welcome message, so a message may be missing.
        repeatedMessages: repeated(createMail(connection.storage).messages()).sort(),
      }),
    }
  }

const repeated = (messages: readonly string[]): string[] =>
  messages.filter((message, i) => messages.indexOf(message) < i)
