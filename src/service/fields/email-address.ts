/** The email address of a user, teacher or lead. */
import * as d from '../../engine/define/define.ts'
import { ignoresCase } from '../behaviours/people.ts'

export const emailForm: d.TextForm = {
  assumption: ignoresCase,
  format: (text) => text.trim().toLowerCase(),
}

export const emailAddress = () => d.email().inForm(emailForm)
