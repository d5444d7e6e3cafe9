/** Named sets of alternatives, for the option `assumptions`. */
import type { AssumptionAlternatives } from './generated/rows.ts'

export const assumptionPresets = {
  /** Accepts what old clients send, as far as a service that ignores or converts it would. */
  lenient: {
    'body.form': 'alternative',
    'body.type': 'alternative',
    'body.types': 'alternative',
    'comment.write.scope': 'alternative',
    'custom_object.slug': 'alternative',
    'grade.alone': 'alternative',
    'path.id': 'cast',
    'query.arrays': 'commas',
    'query.include': 'ignored',
    'query.per_page': 'alternative',
    'query.sort': 'ignored',
    'query.unknown': 'alternative',
    'query.values': 'alternative',
    'webhook.events.default': 'alternative',
  },
} as const satisfies Readonly<Record<string, Partial<AssumptionAlternatives>>>

/** The name of a set of alternatives. @useDeclaredType */
export type AssumptionPreset = keyof typeof assumptionPresets
