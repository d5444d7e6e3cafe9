import {
  rowCounts,
  assumed,
  scopesByValue,
  choice,
  created,
  identity,
  integer,
  customFilter,
  findVisible,
  forbidden,
  notFound,
  operation,
  record,
  ref,
  polymorphicRef,
  resource,
  statusMessage,
  timestamps,
  string,
  type Tx,
  unprocessable,
} from '../define/define.ts'
import { commentableTables, type CommentableType } from './comments.commentables.ts'
import { demoAdministratorId } from './demo/administrator.ts'
import { isVisibleLead } from './rules/lead-visibility.ts'
import type { Rows } from '../generated/rows.ts'

type CommentRow = Rows['comments']

const needsScopeOfType = assumed(
  'comment.write.scope',
  'creating, updating and deleting a comment needs a scope that permits reading it',
  {
    reason: 'the document lists the scopes by type for reading only; the contract lists none',
  },
)
const anyAuthor = assumed(
  'comment.write.author',
  'a token with the scope may update and delete comments of every author',
  {
    reason: 'the document and the contract name no author',
    alternatives: { alternative: 'only the author may update and delete a comment; otherwise 403' },
  },
)
const followsLead = assumed(
  'comment.lead.mine',
  "a comment on a lead is visible to a token if the lead is; with my_leads scopes, comments on other people's leads are answered with 404",
  {
    reason: 'a comment is a part of its lead',
    alternatives: {
      alternative: 'a token with my_leads scopes can use the comments on every lead',
    },
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

const byStoredType = scopesByValue(
  readScopes,
  (tx, { id }: { id: number }) => tx.get('comments', id).commentable_type,
)
const bySentType = scopesByValue(
  readScopes,
  (_, { body }: { body: { commentable_type: CommentableType } }) => body.commentable_type,
)

/** Returns a comment; throws a 404 if it is on a lead that the token cannot see. */
function getVisibleComment(tx: Tx, id: number): CommentRow {
  const comment = tx.get('comments', id)
  if (isVisibleTarget(tx, comment)) return comment
  throw notFound(`comment ${id} is on a lead of another administrator`, followsLead)
}

function isVisibleTarget(
  tx: Tx,
  { commentable_type, commentable_id }: Pick<CommentRow, 'commentable_type' | 'commentable_id'>,
): boolean {
  if (commentable_type !== 'Lead') return true
  return (
    isVisibleLead(tx, 'leads:read', tx.get('leads', commentable_id)) || !tx.assumes(followsLead)
  )
}

/** Returns a comment that the token may change. */
function getWritableComment(tx: Tx, id: number): CommentRow {
  tx.logBehaviour(needsScopeOfType)
  const comment = getVisibleComment(tx, id)
  if (!tx.assumes(anyAuthor) && ![null, comment.creator_id].includes(tx.ownerId)) {
    throw forbidden(`comment ${id} has another author`, anyAuthor)
  }
  return comment
}

const { content } = CommentShape

const flaggedRows = {
  flag: 'Programs',
  where: { commentable_type: 'Program::Editions::Edition' },
} as const
const options = { singular: 'Comment', flaggedRows }

export default resource('comments', CommentShape, options, (verbs) => ({
  operations: {
    create_comment: operation({
      method: 'POST',
      path: '/comments',
      scopes: bySentType,
      body: {
        content: content.required(),
        commentable_id: integer().required(),
        commentable_type: choice(commentableTypes).required(),
      },
      presenter: created('comments'),
      handle(tx, { body }) {
        tx.logBehaviour(needsScopeOfType)
        const target = findVisible(
          tx,
          commentableTables[body.commentable_type],
          body.commentable_id,
        )
        if (!target || !isVisibleTarget(tx, body)) {
          throw unprocessable({ commentable_id: ['does not exist'] })
        }
        return tx.insert('comments', { ...body, creator_id: tx.ownerId })
      },
    }),
    get_comment_by_id: operation({
      method: 'GET',
      path: '/comments/{id}',
      scopes: byStoredType,
      beta: true,
      presenter: record('comments'),
      handle: (tx, { id }) => getVisibleComment(tx, id),
    }),
    update_comment_by_id: verbs.update({
      scopes: byStoredType,
      body: { content },
      check(tx, _, { id }) {
        getWritableComment(tx, id)
      },
    }),
    delete_comment_by_id: operation({
      method: 'DELETE',
      path: '/comments/{id}',
      scopes: byStoredType,
      presenter: statusMessage('The Comment was deleted.'),
      handle: (tx, { id }) => tx.remove('comments', getWritableComment(tx, id).id),
    }),
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
      creator_id: demoAdministratorId,
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
