/** Registers the webhook of an integration. */
import type { EmulatorContext } from '../../engine/emulator/context.ts'
import { contextOf } from '../../engine/emulator/emulator.ts'
import type { Emulator } from '../../engine/emulator/emulator-api.ts'
import { checkedReceiverOptions } from '../../engine/emulator/methods/receivers.ts'
import type { EventName } from '../../service/generated/rows.ts'
import type { ReceiverAnswer } from '../../engine/model/receiver-answer.ts'
import { defined } from '../../engine/errors/defined.ts'

/** The default address of the webhook endpoint. */
const integrationUrl = 'https://integration.test/hooks'

interface IntegrationWebhookOptions {
  readonly url?: string
  readonly secret?: string
  readonly events?: readonly EventName[]
}

interface IntegrationWebhook {
  readonly url: string
  /** The secret that deliveries are signed with. */
  readonly secret: string
  /** Sets the answer of the webhook endpoint. */
  answer(answer: ReceiverAnswer): void
  /** Removes the endpoint of this process, so that deliveries go over the network. */
  removeReceiver(): void
  /** Removes the webhook if the registration created it, and restores the earlier endpoint of this process. */
  withdraw(): void
}

/** @throws EmulatorError for an invalid URL, event or secret */
export function assertWebhookOptions(emulator: Emulator, options: IntegrationWebhookOptions): void {
  checkedReceiverOptions(contextOf(emulator), receiverOptionsOf(options))
}

/** Creates the webhook if its address has none. Otherwise changes the events and the secret that are given. */
export function registerIntegration(
  emulator: Emulator,
  options: IntegrationWebhookOptions,
): IntegrationWebhook {
  const context = contextOf(emulator)
  const { url, ...changes } = receiverOptionsOf(options)
  const formerAnswer = context.receivers.get(url)
  const isRegistered = emulator.rows('webhooks', { url }).length > 0
  const receiver = emulator.receiver({ url, register: !isRegistered, ...changes })
  const webhook = receiver.webhook as string
  if (isRegistered) changeWebhook(context, url, webhook, changes)
  return {
    url,
    secret: receiver.secret as string,
    answer: receiver.answer,
    removeReceiver: () => void context.receivers.delete(url),
    withdraw() {
      if (formerAnswer === undefined) context.receivers.delete(url)
      else context.receivers.set(url, formerAnswer)
      if (!isRegistered) removeWebhook(context, url, webhook)
    },
  }
}

function receiverOptionsOf({ url = integrationUrl, secret, events }: IntegrationWebhookOptions) {
  return { url, ...defined({ events, secret }) }
}

function changeWebhook(
  context: EmulatorContext,
  url: string,
  webhook: string,
  changes: Omit<IntegrationWebhookOptions, 'url'>,
): void {
  const { model, registrations } = context
  model.runWithoutEvents((tx) => tx.update('webhooks', webhook, { ...changes }))
  const index = registrationIndex(context, url, webhook)
  const registration = registrations[index]
  if (!registration) return
  // Note: a reset registers the webhook with these values once more.
  registrations[index] = { ...registration, values: { ...registration.values, ...changes } }
}

/** Removes the webhook at an address. */
export function withdrawWebhook(emulator: Emulator, url: string): void {
  const context = contextOf(emulator)
  context.receivers.delete(url)
  for (const { id } of emulator.rows('webhooks', { url })) removeWebhook(context, url, id)
}

function removeWebhook(context: EmulatorContext, url: string, webhook: string): void {
  const { model, registrations } = context
  model.runWithoutEvents((tx) => {
    // Note: the integration may have deleted the webhook.
    if (tx.find('webhooks', webhook)) tx.remove('webhooks', webhook)
  })
  const index = registrationIndex(context, url, webhook)
  if (index >= 0) registrations.splice(index, 1)
}

/** The index of the registration of a webhook; -1 for a webhook that a client of the API created. */
const registrationIndex = (
  { registrations, receiverWebhooks }: EmulatorContext,
  url: string,
  webhook: string,
): number =>
  receiverWebhooks.value.get(url) === webhook
    ? registrations.findIndex(({ values }) => values.url === url)
    : -1
