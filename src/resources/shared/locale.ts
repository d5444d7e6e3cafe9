/** The locales of the service. */
import { choice } from '../../define/define.ts'

const locales = ['de', 'en', 'en-GB', 'en-US', 'es', 'is', 'nl'] as const

export const localeField = () => choice(locales).nullable()
