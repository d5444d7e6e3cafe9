import {
  amounts,
  assumed,
  byValue,
  choice,
  created,
  identity,
  integer,
  keeping,
  operation,
  ref,
  refVia,
  resource,
  stamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { commentables, type CommentType } from './comments.commentables.ts'
import type { Rows } from '../generated/rows.ts'

type CommentRow = Rows['comments']

const anyToken = assumed(
  'comment.write.scope',
  'any token may write, change and delete a comment',
  {
    because: 'the contract names no scope for them; the document names scopes for reading alone',
  },
)

const types = Object.keys(commentables) as CommentType[]

/** What somebody wrote beside a record. */
export const Comment = {
  ...identity,
  content: string(),
  creator_id: ref('users').nullable(),
  commentable_id: refVia('commentable_type', commentables).part(),
  commentable_type: choice(types),
  ...stamps,
}

/** Any one of these sets is enough to read a comment beside such a record. */
const toRead = {
  Account: [['relations:read']],
  Invoice: [['invoices:read']],
  Lead: [['leads:read'], ['my_leads:read']],
  Order: [['orders:read']],
  Organization: [['relations:read']],
  PlannedCourse: [['courses:read']],
  'Program::Editions::Edition': [['courses:read']],
  Task: [[]],
  User: [['relations:read']],
} as const satisfies Record<CommentType, readonly (readonly string[])[]>

const typeOfStored = (tx: Tx, { id }: { id: number }): CommentType =>
  tx.get('comments', id).commentable_type

const { content } = Comment

export default resource('comments', Comment, { one: 'Comment' }, (verbs) => ({
  operations: {
    create_comment: operation({
      method: 'POST',
      path: '/comments',
      scopes: [],
      body: {
        content: content.required(),
        commentable_id: integer().required(),
        commentable_type: choice(types).required(),
      },
      present: created('comments'),
      answer(tx, { body }) {
        tx.uses(anyToken)
        if (!tx.find(commentables[body.commentable_type], body.commentable_id)) {
          throw unprocessable({ commentable_id: ['does not exist'] })
        }
        return tx.insert('comments', { ...body, creator_id: tx.owner })
      },
    }),
    get_comment_by_id: verbs.show({ scopes: byValue(toRead, typeOfStored), beta: true }),
    update_comment_by_id: verbs.update({ scopes: [], body: { content } }),
    delete_comment_by_id: verbs.destroy({ scopes: [] }),
    get_order_comments: verbs.list({
      path: '/orders/comments',
      scopes: ['orders:read'],
      beta: true,
      group: 'comments',
      where: { commentable_type: 'Order' },
      filters: {
        order_id: keeping(integer(), (row: CommentRow, id) => row.commentable_id === id),
      },
    }),
  },

  recipe: {
    amounts: amounts(2, 120, 5_000),
    plain: { commentable_type: 'User' },
    fields: {
      commentable_type: ({ number, chance }) =>
        number % 3 === 1 ? 'Order' : chance.pick(remarked),
      commentable_id: ({ row, pick }) =>
        pick(commentables[row['commentable_type'] as CommentType]) ?? undefined,
      content: ({ chance }) => chance.pick(remarks),
      creator_id: () => 1,
    },
  },
}))

// Note: how many invoices there are follows from the orders, so nobody picks among them.
const remarked = types.filter((type) => type !== 'Invoice')

const remarks = [
  'Called back, all clear.',
  'Wants the invoice on another name.',
  'Asked about vegetarian lunch.',
  'Moved to the next group at own request.',
  'Paid by bank transfer.',
  'Please confirm by mail.',
]
