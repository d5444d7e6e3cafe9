/** The link from a planned course or edition to its course in a learning management system. */
import * as d from '../../engine/define/define.ts'
import { acceptsWebLinks } from '../behaviours/planning.ts'

export const externalLinkFlag = 'Course edition external link'

/** The body field: an http or https URL. A blank text is no link, as null. */
export const externalLinkBody = () =>
  d
    .string()
    .nullable()
    .requiresFlag(externalLinkFlag)
    .example(() => 'https://lms.example.test/courses/1')
    .refine((tx, link) => {
      if (!link?.trim() || isWebUrl(link) || !tx.assumes(acceptsWebLinks)) return {}
      return { '': 'must be an http or https URL' }
    })

const isWebUrl = (text: string): boolean => /^https?:/i.test(text) && URL.canParse(text)

/** Returns the external link, or null if it is blank or while the feature flag is off. */
export const resolveLmsLink = (
  tx: d.Tx,
  { external_link }: { readonly external_link: string | null },
): string | null => (tx.isFlagOn(externalLinkFlag) && external_link?.trim() ? external_link : null)
