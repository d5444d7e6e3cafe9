/** What a check needs of an integration. */

/** A function of the integration. */
export type IntegrationPart = 'fetch' | 'resync' | 'state' | 'problems'

/** A function of the integration, or an ending to compare: the result of `state`, or the rows that it writes in the service. */
export type CheckNeed = IntegrationPart | 'ending'
