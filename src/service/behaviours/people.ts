/** Behaviours of users, accounts, organizations, leads and teachers. */
import { assumed, behaviour } from '../../engine/define/behaviour.ts'

export const ignoresCase = assumed(
  'email.form',
  'the email of a user, teacher or lead is stored trimmed and in lower case; filters ignore case',
  {
    reason: 'the email is the login name, and mail providers ignore case',
    alternatives: {
      alternative: 'the email of a user, teacher or lead is stored and compared as given',
    },
  },
)

export const refusesDuplicateAffiliation = assumed(
  'affiliation.pair',
  'a second affiliation of a user with the same account is refused with 422',
  {
    reason: 'a user belongs to an account once; the contract lists 422 and not 409',
    alternatives: { alternative: 'a user can have several affiliations with an account' },
  },
)

export const refusesDuplicateOrganizationAffiliation = assumed(
  'organization_affiliation.pair',
  'adding a user to the same organization again is refused with 409',
  {
    reason: 'the contract lists 409 for this operation',
    alternatives: { alternative: 'a user can be added to the same organization again' },
  },
)

export const keepsUsedRole = assumed(
  'teacher_role.used',
  'deleting a role that teachers have is refused with 422',
  {
    reason: 'the contract lists 422 for its deletion',
    alternatives: { alternative: 'a role can be deleted while teachers have it' },
  },
)

export const requiresUser = assumed(
  'teacher.user_id',
  'creating a teacher without a user is refused with 422',
  {
    reason:
      'the contract describes the operation as promoting a user, but does not require user_id',
    alternatives: {
      alternative:
        'creating a teacher without a user creates the user with first_name, last_name and email of the body',
    },
  },
)

export const keepsEnrollments = assumed(
  'user.delete.enrollments',
  'enrollments of a deleted user are kept',
  {
    reason: 'the document does not say; records of study are usually kept',
    alternatives: {
      alternative: 'confirmed and active enrollments of a deleted user are canceled',
    },
  },
)

export const deletesTeacher = assumed(
  'user.delete.teacher',
  'deleting a user deletes their teacher record too',
  {
    reason: 'the teacher record shows the name of the user',
  },
)

export const movesReferences = behaviour(
  'user.merge.references',
  'records that refer to the secondary user refer to the primary user after a merge',
  'merge-moves',
)

export const movesEnrollmentsSilently = behaviour(
  'user.merge.enrollment_events',
  'a merge emits no events for the enrollments that it moves',
  'merge-silent-enrollments',
)

export const movesSilently = assumed(
  'user.merge.record_events',
  'a merge emits no events for the other records that it moves',
  { reason: 'the document says so of enrollments only; a merge moves all records in the same way' },
)

export const tellsIdentity = behaviour(
  'user.external_identity.event',
  'a new external identity of a user emits user.updated',
  'user-updated-identity',
)

export const emitsMergedEvent = behaviour(
  'user.merge.event',
  'a merge emits user.merged with the ids of the primary and the secondary user',
  'merge-payload',
)

export const dropsPrincipalId = assumed(
  'user.merge.principal_id',
  'the principal id of the secondary user is released, so that it can be set on the primary user',
  {
    reason: 'the document lets the integration set the principal id on the primary user afterwards',
    alternatives: {
      alternative: 'the principal id of the secondary user moves to a primary user without one',
    },
  },
)

export const keepsAdministrator = assumed(
  'user.merge.admin',
  'after a merge, the primary user is an administrator if either user was one',
  {
    reason: 'the tenant keeps its administrator, who owns the records and keys that move',
    alternatives: { alternative: 'the primary user keeps the role that the user had' },
  },
)

export const emitsNoDeletedEvent = assumed('user.merge.deleted', 'a merge emits user.merged only', {
  reason: 'the document describes one event for a merge',
  alternatives: {
    alternative: 'a merge emits user.deleted for the secondary user, and then user.merged',
  },
})

export const keepsBothEnrollments = assumed(
  'user.merge.duplicate_enrollment',
  'if both users are enrolled in the same planned course, the primary user keeps both enrollments',
  {
    reason: 'the document says that all enrollments move',
    alternatives: { alternative: 'the enrollment of the secondary user is canceled' },
  },
)

export const keepsBothAccounts = assumed(
  'user.merge.accounts',
  'the primary user keeps the personal accounts of both users',
  {
    reason: 'the document says that all records move',
    alternatives: {
      alternative:
        'the records of the secondary account move to the personal account of the primary user, and the empty account is deleted',
    },
  },
)

export const keepsApiKeys = assumed(
  'user.merge.api_keys',
  'API keys of the secondary user stay valid, keep their scopes and belong to the primary user',
  {
    reason: 'the document says that all records move',
    alternatives: { alternative: 'API keys of the secondary user are refused' },
  },
)

export const keepsOneOfPair = assumed(
  'user.merge.pairs',
  'if both users have an affiliation, organization affiliation, teacher or teacher assignment, only the row of the primary user stays, with each flag that either row has',
  {
    reason: 'the API refuses the second row of such a pair',
    alternatives: { alternative: 'the primary user keeps the rows of both users' },
  },
)

export const uniquePrincipalId = assumed(
  'user.principal_id.taken',
  'a principal id of another user is refused with 422',
  {
    reason: 'a principal id identifies one person outside the service',
    alternatives: { alternative: 'the principal id moves to the user in the request' },
  },
)

export const uniqueEmail = assumed(
  'user.email.unique',
  'an email of another user is refused with 422',
  {
    reason: 'the email is the login name',
    alternatives: { alternative: 'several users can have the same email' },
  },
)

export const ignoresIdentity = assumed(
  'user.update.identity',
  'external_identity in an update is ignored; a separate operation sets it',
  {
    reason: 'the document names a separate operation and the create operation for it',
    alternatives: { alternative: 'external_identity in an update is stored' },
  },
)

export const keepsAdminEmail = behaviour(
  'user.update.admin',
  'an update does not change the email of an administrator',
  'admin-email',
)

export const createsAuthentication = behaviour(
  'user.with_authentication',
  'with_authentication creates a login when a user is created; updates ignore it',
  'with-authentication',
)

export const oneProviderPerType = assumed(
  'authentication.provider',
  'there is one provider of each type',
  {
    reason: 'records show the id of a provider, but requests send its type',
  },
)

export const uniqueUid = assumed(
  'authentication.uid.unique',
  'a uid that another login of its provider has is refused with 422',
  {
    reason: 'a user logs in with the uid',
    alternatives: { alternative: 'several logins of a provider can have the same uid' },
  },
)

export const followsEmail = assumed(
  'authentication.email',
  'a login of the provider service whose uid is the email of its user follows a change of the email',
  {
    reason: 'the document says that the email is the login name',
    alternatives: { alternative: 'the login keeps the former email' },
  },
)

export const limitsToOwnLeads = assumed(
  'lead.own',
  'a token with only my_leads scopes sees the leads of its owner',
  {
    reason: 'the scope name contains "my", and a lead belongs to its administrator',
    alternatives: { alternative: 'a token with my_leads scopes sees every lead' },
  },
)

export const namesPersonalAccount = behaviour(
  'account.name',
  'the name of a personal account is generated',
  'personal-account-name',
)

export const followsUserName = assumed(
  'account.name.personal',
  'the name of a personal account follows the name of its user; a name in an update is ignored',
  {
    reason: 'the document says that the name is generated',
    alternatives: { alternative: 'a name in an update of a personal account is stored' },
  },
)
