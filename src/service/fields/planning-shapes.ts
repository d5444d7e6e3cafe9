/** The shapes of attendees and materials inside meetings and planning events. */
import * as d from '../../engine/define/define.ts'

export const EmbeddedAttendeeShape = d.object({
  id: d.integer().required(),
  attendable_id: d.integer().required(),
  attendable_type: d.string().required(),
  teacher_id: d.integer().required(),
  teacher_role_id: d.integer().required(),
  comment: d.string().nullable().required(),
})

export const EmbeddedMaterialShape = d.object({
  material_id: d.integer().required(),
  amount: d.integer().nullable().required(),
  comment: d.string().nullable().required(),
})
