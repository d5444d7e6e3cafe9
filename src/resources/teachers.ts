import {
  amounts,
  boolean,
  email,
  identity,
  lifecycle,
  ref,
  refs,
  resource,
  stamps,
  string,
} from '../define.ts'
import type { Rows } from './rows.ts'

type TeacherRow = Rows['teachers']

/** A user who teaches. */
export const Teacher = {
  ...identity,
  user_id: ref('users').hidden(),
  active: boolean().initially(true),
  note: string().nullable(),
  label_ids: refs('labels'),
  ...stamps,
  email: email().computed((tx, { user_id }: TeacherRow) => tx.get('users', user_id).email),
}

export default resource('teachers', Teacher, { one: 'Teacher' }, () => ({
  events: lifecycle('teacher'),
  recipe: {
    amounts: amounts(2, 20, 200),
    fields: {
      user_id: ({ number, tx, pick }) => tx.find('users', number + 1)?.id ?? pick('users'),
      label_ids: () => [],
    },
  },
}))
