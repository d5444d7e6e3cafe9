/** The link from a planned course or edition to its course in a learning management system. */
import * as d from '../../engine/define/define.ts'

export const externalLinkFlag = 'Course edition external link'

/** Returns the external link, or null if it is blank or while the feature flag is off. */
export const resolveLmsLink = (
  tx: d.Tx,
  { external_link }: { readonly external_link: string | null },
): string | null => (tx.isFlagOn(externalLinkFlag) && external_link?.trim() ? external_link : null)
