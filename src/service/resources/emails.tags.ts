/** Tags in double curly braces in the templates of emails. */
import * as d from '../../engine/define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { findEducator } from '../fields/first-record.ts'
import { fullName } from '../fields/person-names.ts'
import { refusesUnknownTag } from '../behaviours/shared.ts'

interface TagContext {
  readonly user: Rows['users']
  readonly educator: Rows['educators'] | undefined
}

/** Returns the value of each tag. */
const tagResolvers = new Map<string, (context: TagContext) => string | null | undefined>(
  Object.entries({
    'educator.reply_to': ({ educator }) => educator?.email,
    'educator.email': ({ educator }) => educator?.email,
    'educator.name': ({ educator }) => educator?.name,
    'educator.phone': ({ educator }) => educator?.phone,
    'educator.website_url': ({ educator }) => educator?.website_url,
    'user.full_name': ({ user }) => fullName(user),
    'user.first_name': ({ user }) => user.first_name,
    'user.middle_name': ({ user }) => user.middle_name,
    'user.last_name': ({ user }) => user.last_name,
    'user.email': ({ user }) => user.email,
    'user.student_number': ({ user }) => user.student_number,
    'user.employee_number': ({ user }) => user.employee_number,
  }),
)

const tagPattern = /\{\{\s*(.*?)\s*\}\}/g

/** Replaces each known tag in the text with its value. */
export function renderTags(tx: d.Tx, userId: number, text: string): string {
  const user = tx.get('users', userId)
  const educator = findEducator(tx)
  return text.replaceAll(tagPattern, (whole, tag: string) => {
    const resolve = tagResolvers.get(tag)
    if (resolve) return resolve({ user, educator }) ?? ''
    return tx.alternativeFor(refusesUnknownTag) === 'empty' ? '' : whole
  })
}

/** Returns an error for the first unknown tag, with the closest known tag. */
export function unknownTagErrors(tx: d.Tx, text: string): Record<string, string> {
  const unknown = [...text.matchAll(tagPattern)].find(
    ([, tag]) => !tagResolvers.has(tag as string),
  )?.[1]
  if (unknown === undefined || !tx.assumes(refusesUnknownTag)) return {}
  const nearestTag = d.nearestName(unknown, tagResolvers.keys())
  return {
    '': `{{${unknown}}} is not a tag${nearestTag ? `; did you mean {{${nearestTag}}}?` : ''}`,
  }
}
