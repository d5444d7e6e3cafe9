/** Parts of an emulator that tests read, and that are not public. */
import type { Emulator } from 'course-admin-emulator'
import { contextOf } from '../../src/engine/emulator/emulator.ts'
import { viewWebhook, type WebhookView } from '../../src/engine/emulator/reports/views.ts'

/** A webhook with its secret and its notifications; undefined for an unknown id. */
export const webhookOf = (emulator: Emulator, id: string | undefined): WebhookView | undefined =>
  id === undefined ? undefined : viewWebhook(contextOf(emulator), id)

/** Ends all faults and outages. */
export const endFaults = (emulator: Emulator): void =>
  void contextOf(emulator).faults.end(() => true)

/** The number that the rows of an emulator are generated from. */
export const seedOf = (emulator: Emulator): number => contextOf(emulator).random.seed()
