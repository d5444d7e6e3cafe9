/** The data outside of entries that their sentences use. */
import type { SentenceContext } from '../../journal/entry-kind.ts'
import { effectText } from '../../faults/effect-labels.ts'
import type { EmulatorContext } from '../context.ts'
import { shownWebhookUrl } from './views.ts'

export const sentenceContextOf = ({ store }: EmulatorContext): SentenceContext => ({
  urlOf: (id) => shownWebhookUrl(store, id),
  effectText,
})
