/** Creates the body of a delivery. */
import type { Announcement } from '../model/model.ts'
import type { ActiveAlternatives } from '../model/settings.ts'
import { envelopeForm } from './behaviours.ts'

/** Creates the JSON text of a payload. `data` is JSON text from the time of the commit. */
export function createEnvelope(
  { event, data, entity }: Pick<Announcement, 'event' | 'data' | 'entity'>,
  tenant: Readonly<Record<string, string>> | undefined,
  alternatives: ActiveAlternatives,
): string {
  const form = entity && alternatives.get(envelopeForm.id)
  if (form === 'notification') {
    const { type: entity_type, id: entity_id } = entity as NonNullable<typeof entity>
    return JSON.stringify({ notification: { event, entity_type, entity_id, ...tenant } })
  }
  const head = JSON.stringify({ event, ...tenant }).slice(0, -1)
  return `${head},"event_data":${data}${form === 'entity' ? `,"entity":${data}` : ''}}`
}
