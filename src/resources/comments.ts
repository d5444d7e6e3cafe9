import {
  rowCounts,
  assumed,
  scopesByValue,
  choice,
  created,
  identity,
  integer,
  customFilter,
  operation,
  ref,
  polymorphicRef,
  resource,
  timestamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { commentableTables, type CommentableType } from './comments.commentables.ts'
import type { Rows } from '../generated/rows.ts'

type CommentRow = Rows['comments']

const acceptsAnyToken = assumed(
  'comment.write.scope',
  'any token may create, update and delete a comment',
  {
    reason:
      'the contract lists no scope for these operations; the document lists scopes for reading only',
  },
)

const commentableTypes = Object.keys(commentableTables) as CommentableType[]

/** A comment on a record. */
export const CommentShape = {
  ...identity,
  content: string(),
  creator_id: ref('users').nullable(),
  commentable_id: polymorphicRef('commentable_type', commentableTables).partOf(),
  commentable_type: choice(commentableTypes),
  ...timestamps,
}

/** The sets of scopes that permit reading a comment, by type; one set is enough. */
const readScopes = {
  Account: [['relations:read']],
  Invoice: [['invoices:read']],
  Lead: [['leads:read'], ['my_leads:read']],
  Order: [['orders:read']],
  Organization: [['relations:read']],
  PlannedCourse: [['courses:read']],
  'Program::Editions::Edition': [['courses:read']],
  Task: [[]],
  User: [['relations:read']],
} as const satisfies Record<CommentableType, readonly (readonly string[])[]>

const storedCommentableType = (tx: Tx, { id }: { id: number }): CommentableType =>
  tx.get('comments', id).commentable_type

const { content } = CommentShape

export default resource('comments', CommentShape, { singular: 'Comment' }, (verbs) => ({
  operations: {
    create_comment: operation({
      method: 'POST',
      path: '/comments',
      scopes: [],
      body: {
        content: content.required(),
        commentable_id: integer().required(),
        commentable_type: choice(commentableTypes).required(),
      },
      presenter: created('comments'),
      handle(tx, { body }) {
        tx.logBehaviour(acceptsAnyToken)
        if (!tx.find(commentableTables[body.commentable_type], body.commentable_id)) {
          throw unprocessable({ commentable_id: ['does not exist'] })
        }
        return tx.insert('comments', { ...body, creator_id: tx.ownerId })
      },
    }),
    get_comment_by_id: verbs.show({
      scopes: scopesByValue(readScopes, storedCommentableType),
      beta: true,
    }),
    update_comment_by_id: verbs.update({ scopes: [], body: { content } }),
    delete_comment_by_id: verbs.destroy({ scopes: [] }),
    get_order_comments: verbs.list({
      path: '/orders/comments',
      scopes: ['orders:read'],
      beta: true,
      group: 'comments',
      where: { commentable_type: 'Order' },
      filters: {
        order_id: customFilter(integer(), (row: CommentRow, id) => row.commentable_id === id),
      },
    }),
  },

  recipe: {
    rowCounts: rowCounts(2, 120, 5_000),
    defaults: { commentable_type: 'User' },
    fields: {
      commentable_type: ({ number, random }) =>
        number % 3 === 1 ? 'Order' : random.pick(demoCommentableTypes),
      commentable_id: ({ row, pick }) =>
        pick(commentableTables[row['commentable_type'] as CommentableType]) ?? undefined,
      content: ({ random }) => random.pick(demoComments),
      creator_id: () => 1,
    },
  },
}))

// Note: invoices are not picked from, because their number depends on the orders.
const demoCommentableTypes = commentableTypes.filter((type) => type !== 'Invoice')

const demoComments = [
  'Called back, all clear.',
  'Wants the invoice on another name.',
  'Asked about vegetarian lunch.',
  'Moved to the next group at own request.',
  'Paid by bank transfer.',
  'Please confirm by mail.',
]
