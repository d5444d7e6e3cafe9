/** Registers the webhook of an integration. */
import { contextOf } from '../emulator/emulator.ts'
import type { Emulator } from '../emulator/emulator-api.ts'
import type { EventName } from '../generated/rows.ts'
import type { ReceiverAnswer } from '../model/receiver-answer.ts'

/** The default address of the webhook endpoint. */
export const integrationUrl = 'https://integration.test/hooks'

export interface IntegrationWebhookOptions {
  readonly url?: string
  readonly secret?: string
  readonly events?: readonly EventName[]
}

export interface IntegrationWebhook {
  readonly url: string
  /** The secret that deliveries are signed with. */
  readonly secret: string
  /** Sets the answer of the webhook endpoint. */
  answer(answer: ReceiverAnswer): void
  /** Removes the endpoint of this process, so that deliveries go over the network. */
  removeReceiver(): void
}

/** Creates the webhook if its address has none, and sets its secret. */
export function registerIntegration(
  emulator: Emulator,
  { url = integrationUrl, secret, events }: IntegrationWebhookOptions,
): IntegrationWebhook {
  const isRegistered = emulator.rows('webhooks', { url }).length > 0
  const receiver = emulator.receiver({ url, register: !isRegistered, ...(events && { events }) })
  const signingSecret = secret ?? (receiver.secret as string)
  const { model, receivers } = contextOf(emulator)
  model.runWithoutEvents((tx) =>
    tx.update('webhooks', receiver.webhook as string, { secret: signingSecret }),
  )
  return {
    url,
    secret: signingSecret,
    answer: receiver.answer,
    removeReceiver: () => void receivers.delete(url),
  }
}
