/** The course of a learning management system that goes with an edition. */
import type { Tx } from '../../define/define.ts'

export const externalLinkFlag = 'Course edition external link'

/** Mirrors the external link, and like it is there only while the feature is on. */
export const resolveLmsLink = (
  tx: Tx,
  { external_link }: { readonly external_link: string | null },
): string | null => (tx.isFlagOn(externalLinkFlag) ? external_link : null)
