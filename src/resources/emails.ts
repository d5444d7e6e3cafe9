import {
  amounts,
  assumed,
  behaviour,
  identity,
  operation,
  ref,
  resource,
  string,
  timestamp,
  done,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { renderTags, tagMisfits } from './emails.tags.ts'

const fromDefault = assumed(
  'email.from',
  "without a sender, mail comes from the educator's address",
  {
    because: 'the document says that the default is the reply-to address of the tenant',
    instead: 'a mail without a sender is refused with 422',
  },
)

const tags = behaviour('email.tags', 'tags such as {{user.full_name}} are put into words')

/** A mail that was sent to a user. */
export const EmailMessage = {
  ...identity,
  user_id: ref('users'),
  from: string(),
  to: string(),
  subject: string(),
  body: string(),
  created_at: timestamp(),
}

const text = () => string().obeying(tagMisfits)

export default resource('emails', EmailMessage, { one: 'EmailMessage' }, () => ({
  operations: {
    create_email_message_by_user_id: operation({
      method: 'POST',
      path: '/users/{user_id}/emails',
      params: { user_id: ref('users') },
      scopes: ['emails:manage'],
      beta: true,
      body: { from: text(), subject: text().required(), body: text().required() },
      present: done('The mail was sent.', 'mail'),
      answer(tx, { user_id, body: { from, subject, body } }) {
        tx.uses(tags)
        const render = (template: string): string => renderTags(tx, user_id, template)
        return tx.insert('emails', {
          user_id,
          from: render(from ?? usualSender(tx)),
          to: tx.get('users', user_id).email,
          subject: render(subject),
          body: render(body),
        })
      },
    }),
  },

  recipe: {
    // A test that looks into the outbox finds what it sent itself.
    amounts: amounts(0, 0),
    fields: {
      from: () => 'hello@harbor-academy.test',
      to: ({ parent }) => parent('user_id')['email'],
      subject: ({ chance }) => chance.pick(['Welcome', 'Your certificate', 'A change of room']),
      body: ({ parent }) => `<p>Dear ${parent('user_id')['first_name']}, please have a look.</p>`,
    },
  },
}))

function usualSender(tx: Tx): string {
  if (tx.takes(fromDefault)) return '{{educator.reply_to}}'
  throw unprocessable({ from: ['is missing'] }, fromDefault)
}
