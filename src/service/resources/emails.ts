import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { renderTags, unknownTagErrors } from './emails.tags.ts'
import { defaultsSender, keepsHtml, rendersTags } from '../behaviours/shared.ts'

const EmailMessageShape = {
  ...d.identity,
  user_id: d.ref('users'),
  from: d.string(),
  to: d.string(),
  subject: d.string(),
  body: d.string(),
  created_at: d.timestamp(),
}

const templateField = () => d.string().refine(unknownTagErrors)

export default d.resource('emails', EmailMessageShape, { singular: 'EmailMessage' }, () => ({
  description: 'An email that was sent to a user.',

  operations: {
    create_email_message_by_user_id: d.operation({
      method: 'POST',
      path: '/users/{user_id}/emails',
      params: { user_id: d.ref('users') },
      scopes: ['emails:manage'],
      beta: true,
      body: {
        from: templateField(),
        subject: templateField().required(),
        body: templateField().required(),
      },
      presenter: d.statusMessage('The mail was sent.', 'mail'),
      handle(tx, { user_id, body: { from, subject, body } }) {
        tx.logBehaviour(rendersTags)
        tx.logBehaviour(keepsHtml)
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
    // A new world has no emails, so that a test finds its own emails only.
    rowCounts: d.rowCounts(0, 0),
    fields: {
      from: () => 'hello@harbor-academy.test',
      to: ({ parent }) => parent('user_id')['email'],
      subject: ({ random, locale }) => random.pick(textsIn(locale).emails.subjects),
      body: ({ parent, locale }) =>
        fill(textsIn(locale).emails.body, { name: parent('user_id')['first_name'] }),
    },
  },
}))

function defaultSender(tx: d.Tx): string {
  if (tx.assumes(defaultsSender)) return '{{educator.reply_to}}'
  throw d.unprocessable({ from: ['is missing'] }, defaultsSender)
}
