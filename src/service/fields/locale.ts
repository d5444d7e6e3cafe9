/** The locales of the service. */
import * as d from '../../engine/define/define.ts'

const locales = ['de', 'en', 'en-GB', 'en-US', 'es', 'is', 'nl'] as const

export const localeField = () => d.choice(locales).nullable()
