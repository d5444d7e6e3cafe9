import {
  rowCounts,
  assumed,
  behaviour,
  identity,
  operation,
  ref,
  resource,
  string,
  timestamp,
  statusMessage,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { renderTags, unknownTagErrors } from './emails.tags.ts'

const defaultsSender = assumed(
  'email.from',
  'an email without a sender is sent from the address of the educator',
  {
    reason: 'the document says that the default is the reply-to address of the tenant',
    alternatives: { alternative: 'an email without a sender is refused with 422' },
  },
)

const rendersTags = behaviour(
  'email.tags',
  'tags such as {{user.full_name}} are replaced by their values',
)

/** An email that was sent to a user. */
export const EmailMessageShape = {
  ...identity,
  user_id: ref('users'),
  from: string(),
  to: string(),
  subject: string(),
  body: string(),
  created_at: timestamp(),
}

const templateField = () => string().refine(unknownTagErrors)

export default resource('emails', EmailMessageShape, { singular: 'EmailMessage' }, () => ({
  operations: {
    create_email_message_by_user_id: operation({
      method: 'POST',
      path: '/users/{user_id}/emails',
      params: { user_id: ref('users') },
      scopes: ['emails:manage'],
      beta: true,
      body: {
        from: templateField(),
        subject: templateField().required(),
        body: templateField().required(),
      },
      presenter: statusMessage('The mail was sent.', 'mail'),
      handle(tx, { user_id, body: { from, subject, body } }) {
        tx.logBehaviour(rendersTags)
        const render = (template: string): string => renderTags(tx, user_id, template)
        return tx.insert('emails', {
          user_id,
          from: render(from ?? defaultSender(tx)),
          to: tx.get('users', user_id).email,
          subject: render(subject),
          body: render(body),
        })
      },
    }),
  },

  recipe: {
    // The outbox of a new world is empty, so that a test finds its own emails only.
    rowCounts: rowCounts(0, 0),
    fields: {
      from: () => 'hello@harbor-academy.test',
      to: ({ parent }) => parent('user_id')['email'],
      subject: ({ random }) => random.pick(['Welcome', 'Your certificate', 'A change of room']),
      body: ({ parent }) => `<p>Dear ${parent('user_id')['first_name']}, please have a look.</p>`,
    },
  },
}))

function defaultSender(tx: Tx): string {
  if (tx.assumes(defaultsSender)) return '{{educator.reply_to}}'
  throw unprocessable({ from: ['is missing'] }, defaultsSender)
}
