/** Tags in double curly braces, which mails may carry. */
import { assumed, nearestName, type Tx } from '../define/define.ts'
import type { Rows } from '../generated/rows.ts'
import { fullName } from './shared/person-names.ts'

const refusesUnknownTag = assumed('email.tags.unknown', 'a tag that stands for nothing is 422', {
  reason: 'a mail with braces in it is nothing that anybody wants to send',
  alternative: 'a tag that stands for nothing is sent as it is written',
})

interface TagContext {
  readonly user: Rows['users']
  readonly educator: Rows['educators'] | undefined
}

/** What each tag stands for. */
const tagResolvers = new Map<string, (mailed: TagContext) => string | null | undefined>(
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

/** The text with every tag replaced by what it stands for. */
export function renderTags(tx: Tx, userId: number, text: string): string {
  const user = tx.get('users', userId)
  const [educator] = tx.where('educators', {})
  return text.replaceAll(tagPattern, (whole, tag: string) => {
    const resolve = tagResolvers.get(tag)
    return resolve ? (resolve({ user, educator }) ?? '') : whole
  })
}

/** Tags that stand for nothing, with the nearest that does. */
export function unknownTagErrors(tx: Tx, text: string): Record<string, string> {
  const unknown = [...text.matchAll(tagPattern)].find(
    ([, tag]) => !tagResolvers.has(tag as string),
  )?.[1]
  if (unknown === undefined || !tx.assumes(refusesUnknownTag)) return {}
  const nearestTag = nearestName(unknown, tagResolvers.keys())
  return { '': `{{${unknown}}} is no tag${nearestTag ? `; did you mean {{${nearestTag}}}?` : ''}` }
}
