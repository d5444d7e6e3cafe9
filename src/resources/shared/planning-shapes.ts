/** The shapes of attendees and materials inside meetings and planning events. */
import { integer, object, string } from '../../define/define.ts'

export const EmbeddedAttendeeShape = object({
  id: integer().required(),
  attendable_id: integer().required(),
  attendable_type: string().required(),
  teacher_id: integer().required(),
  teacher_role_id: integer().required(),
  comment: string().nullable().required(),
})

export const EmbeddedMaterialShape = object({
  material_id: integer().required(),
  amount: integer().nullable().required(),
  comment: string().nullable().required(),
})
