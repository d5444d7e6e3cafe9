/** The course of a learning management system that goes with an edition. */
import type { Tx } from '../../define/define.ts'

export const linkFlag = 'Course edition external link'

/** Mirrors the external link, and like it is there only while the feature is on. */
export const lmsLinkOf = (
  tx: Tx,
  { external_link }: { readonly external_link: string | null },
): string | null => (tx.flag(linkFlag) ? external_link : null)
