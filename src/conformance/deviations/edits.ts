/** Another user changes a record right before the integration writes it. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'

const editedText = 'Edited meanwhile'

export const edits = {
  kind: 'edits',
  about: 'another user changes a record right before the integration writes it',
  selection: 'default',
  absence:
    'no update of the integration repeats a text of the record. Choose another kind, unless it writes whole records',
  changesService: true,
  deviations: [
    deviation<'update'>({
      name: 'edited',
      at: 'update',
      summary: 'Another user changes the texts that the call repeats, right before the call.',
      rule: 'the service: users change records at any time, and an update changes the fields of its body only',
      apply(run, { resource, id, repeated }) {
        const values = Object.fromEntries(repeated.map((field) => [field, editedText]))
        const act = { act: 'update', input: { resource, id, values } }
        return run.perform([act]) ? undefined : 'refused'
      },
    }),
  ],
} as const satisfies DeviationKindDefinition
