/** A part of the integration that a check uses. */
export type IntegrationPart = 'fetch' | 'resync' | 'state' | 'problems'
