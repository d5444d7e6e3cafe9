import * as d from '../../engine/define/define.ts'
import { fill, textsIn } from '../demo/demo-texts.ts'
import { demoAdministratorId } from '../demo/administrator.ts'
import { isVisibleLead } from '../rules/lead-visibility.ts'
import type { Rows } from '../generated/rows.ts'
import { anyAuthor, followsLead, needsScopeOfType } from '../behaviours/shared.ts'

/** Tables of the records that can have comments, by `commentable_type`. */
const commentableTables = {
  Account: 'accounts',
  Invoice: 'invoices',
  Lead: 'leads',
  Order: 'orders',
  Organization: 'organizations',
  PlannedCourse: 'planned_courses',
  'Program::Editions::Edition': 'program_editions',
  Task: 'tasks',
  User: 'users',
} as const

type CommentableType = keyof typeof commentableTables

type CommentRow = Rows['comments']

const CommentShape = {
  ...d.identity,
  content: d.string(),
  creator_id: d.ref('users').nullable(),
  commentable_id: d.polymorphicRef('commentable_type', commentableTables).partOf(),
  commentable_type: d.keyOf(commentableTables),
  ...d.timestamps,
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

const byStoredType = d.scopesByValue(
  readScopes,
  (tx, { id }: { id: number }) => tx.get('comments', id).commentable_type,
)
const bySentType = d.scopesByValue(
  readScopes,
  (_, { body }: { body: { commentable_type: CommentableType } }) => body.commentable_type,
)

/** The scopes of an operation that writes a comment. With the alternative, any token may write. */
const toWrite = ({ requirement, requirements }: d.ScopeRule): d.ScopeRule => ({
  requirement: (tx, input) => (tx.assumes(needsScopeOfType) ? requirement(tx, input) : [[]]),
  requirements,
})

/** Returns a comment; throws a 404 if it is on a lead that the token cannot see. */
function getVisibleComment(tx: d.Tx, id: number): CommentRow {
  const comment = tx.get('comments', id)
  if (isVisibleTarget(tx, comment)) return comment
  throw d.notFound(`comment ${id} is on a lead of another administrator`, followsLead)
}

function isVisibleTarget(
  tx: d.Tx,
  { commentable_type, commentable_id }: Pick<CommentRow, 'commentable_type' | 'commentable_id'>,
): boolean {
  if (commentable_type !== 'Lead') return true
  return (
    isVisibleLead(tx, 'leads:read', tx.get('leads', commentable_id)) || !tx.assumes(followsLead)
  )
}

/** Returns a comment that the token may change. */
function getWritableComment(tx: d.Tx, id: number): CommentRow {
  const comment = getVisibleComment(tx, id)
  if (!tx.assumes(anyAuthor) && ![null, comment.creator_id].includes(tx.ownerId)) {
    throw d.forbidden(`comment ${id} has another author`, anyAuthor)
  }
  return comment
}

const { content } = CommentShape

const options = { singular: 'Comment' }

export default d.resource('comments', CommentShape, options, (verbs) => ({
  description: 'A comment on a record.',

  operations: {
    create_comment: d.operation({
      method: 'POST',
      path: '/comments',
      scopes: toWrite(bySentType),
      rules: [needsScopeOfType],
      body: {
        content: content.required(),
        commentable_id: d.integer().required(),
        commentable_type: d.keyOf(commentableTables).required(),
      },
      presenter: d.created('comments'),
      handle(tx, { body }) {
        const target = d.findVisible(
          tx,
          commentableTables[body.commentable_type],
          body.commentable_id,
        )
        if (!target || !isVisibleTarget(tx, body)) {
          throw d.unprocessable({ commentable_id: ['does not exist'] })
        }
        return tx.insert('comments', { ...body, creator_id: tx.ownerId })
      },
    }),
    get_comment_by_id: d.operation({
      method: 'GET',
      path: '/comments/{id}',
      scopes: byStoredType,
      beta: true,
      presenter: d.record('comments'),
      handle: (tx, { id }) => getVisibleComment(tx, id),
    }),
    update_comment_by_id: verbs.update({
      scopes: toWrite(byStoredType),
      rules: [needsScopeOfType],
      body: { content },
      check(tx, _, { id }) {
        getWritableComment(tx, id)
      },
    }),
    delete_comment_by_id: d.operation({
      method: 'DELETE',
      path: '/comments/{id}',
      scopes: toWrite(byStoredType),
      rules: [needsScopeOfType],
      presenter: d.statusMessage('The Comment was deleted.'),
      handle: (tx, { id }) => tx.remove('comments', getWritableComment(tx, id).id),
    }),
    get_order_comments: verbs.list({
      path: '/orders/comments',
      scopes: ['orders:read'],
      beta: true,
      group: 'comments',
      where: { commentable_type: 'Order' },
      filters: {
        order_id: d.customFilter(d.integer(), (row: CommentRow, id) => row.commentable_id === id),
      },
    }),
  },

  recipe: {
    rowCounts: d.rowCounts(2, 120, 5_000),
    defaults: { commentable_type: 'User' },
    fields: {
      commentable_type: ({ number, random }) =>
        number % 3 === 1 ? 'Order' : random.pick(demoCommentableTypes),
      commentable_id: ({ row, pick }) =>
        pick(commentableTables[row['commentable_type'] as CommentableType]) ?? undefined,
      content: demoContent,
      creator_id: demoAdministratorId,
    },
  },
}))

// Note: invoices are not picked from, because their number depends on the orders.
const demoCommentableTypes = Object.keys(commentableTables).filter((type) => type !== 'Invoice')

/** Returns a text for the type of the record. It repeats only after 120 comments. */
function demoContent({ row, number, locale }: d.RecipeContext): string {
  const { sentence, subjects: subjectsByType, verbs, days } = textsIn(locale).comments
  const subjects = subjectsByType[row['commentable_type'] as CommentableType]
  const weeks = Math.floor(number / verbs.length)
  const rounds = Math.floor(weeks / days.length)
  return fill(sentence, {
    subject: subjects[rounds % subjects.length] as string,
    verb: verbs[number % verbs.length] as string,
    day: days[weeks % days.length] as string,
  })
}
