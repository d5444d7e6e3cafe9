/** Another user changes a record right before the integration writes it. */
import { deviation, type DeviationKindDefinition } from './deviation.ts'

export const edits = {
  kind: 'edits',
  about: 'another user changes a record right before the integration writes it',
  selection: 'default',
  absence:
    'no update of the integration repeats a text, a number or a list of ids of the record. Choose another kind, unless it writes whole records',
  changesService: true,
  deviations: [
    deviation<'update'>({
      name: 'edited',
      at: 'update',
      summary:
        'Another user changes the texts, numbers and lists of ids that the call repeats, right before the call.',
      rule: 'the service: users change records at any time, and an update changes the fields of its body only',
      apply(run, { resource, id, edits }) {
        const acts = edits.map((values) => ({ act: 'update', input: { resource, id, values } }))
        return run.perform(acts) ? undefined : 'refused'
      },
    }),
  ],
} as const satisfies DeviationKindDefinition
