/** The email address of a user, teacher or lead. */
import { assumed, email, type TextForm } from '../../define/define.ts'

const ignoresCase = assumed(
  'email.form',
  'the email of a user, teacher or lead is stored trimmed and in lower case; filters ignore case',
  {
    reason: 'the email is the login name, and mail providers ignore case',
    alternatives: {
      alternative: 'the email of a user, teacher or lead is stored and compared as given',
    },
  },
)

export const emailForm: TextForm = {
  assumption: ignoresCase,
  format: (text) => text.trim().toLowerCase(),
}

export const emailAddress = () => email().inForm(emailForm)
