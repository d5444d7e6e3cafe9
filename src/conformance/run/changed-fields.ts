/** Which fields of a record a user changes by an update. */
import { type Field, identity, timestamps } from '../../engine/define/fields.ts'
import type { Resource } from '../../engine/define/resource.ts'

/** Whether an update changes a field. The state of a record that has acts changes by these, and not by an update. */
export function isUpdated(resource: Resource, field: string): boolean {
  const { spec } = resource.shape[field] as Field
  const isKept =
    field in identity || field in timestamps || spec.computed || spec.hidden || isAssigned(field)
  const hasActs = Object.keys(resource.acts).length + resource.scheduledTransitions.length > 0
  return !isKept && !(hasActs && isState(resource, field))
}

/** Whether the service numbers the records by the field. */
export const isAssigned = (field: string): boolean =>
  /^(number|number_int|reference_id)$/.test(field)

/** Whether a field is the state of a record. */
export const isState = ({ shape, scheduledTransitions }: Resource, field: string): boolean =>
  shape[field]?.spec.kind === 'enum' &&
  (/(^|_)(status|state)$/.test(field) || scheduledTransitions.some((each) => each.field === field))

/**
 * Whether the service copies a value from another record when it creates one: no call can write it, and its value depends on
 * when the record was created.
 */
export function isCopied({ shape, operations }: Resource, field: string): boolean {
  const spec = shape[field]?.spec
  if (!spec || spec.target !== undefined || spec.polymorphicTarget || spec.items) return false
  const isValue = ['string', 'number', 'integer'].includes(spec.kind) && !spec.options
  return isValue && !Object.values(operations).some(({ body }) => body && field in body)
}

/** Whether an update can change a field to any text. */
export function isPlainText(resource: Resource, field: string): boolean {
  const spec = resource.shape[field]?.spec
  return (
    spec?.kind === 'string' &&
    !(spec.format ?? spec.options) &&
    !spec.unique &&
    !spec.flag &&
    isUpdated(resource, field)
  )
}
